/** What a browser's translator put in the place of a text. */
const standIns = new WeakMap<Node, ChildNode>();

/**
 * Lets React go on working on a page that a browser translates. Translators replace each text by a `<font>` element;
 * React, which still holds the text, would throw when it removes it or inserts something before it, and changes to it
 * would never be seen. Source: https://github.com/facebook/react/issues/11538
 */
export function followTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'childList') noteReplaced(record, observer);
      else showChanged(record.target);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  // oxlint-disable-next-line typescript/unbound-method -- called with the node they are of.
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeShown<T extends Node>(this: Node, child: T): T {
    const shown = shownIn(this, child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeShown<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    insertBefore.call(this, node, next && shownIn(this, next));
    return node;
  };
}

/** The child itself, or what stands in its place in this parent; null if neither is there. */
function shownIn(parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return child;
  const standIn = standIns.get(child);
  return standIn?.parentNode === parent ? standIn : null;
}

function noteReplaced(record: MutationRecord, observer: MutationObserver): void {
  const { addedNodes, removedNodes, previousSibling, nextSibling } = record;
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.isConnected) continue;
    const font = [...addedNodes, previousSibling, nextSibling].find(
      (node) => node?.nodeName === 'FONT',
    );
    if (!font) continue;
    standIns.set(text, font as ChildNode);
    observer.observe(text, { characterData: true });
  }
}

/** Puts a text that React changed back, so that it is seen, and translated anew. */
function showChanged(text: Node): void {
  standIns.get(text)?.replaceWith(text);
  standIns.delete(text);
}
