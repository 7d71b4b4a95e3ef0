const FIELDS =
  'input, textarea, [role=spinbutton], [aria-haspopup=listbox], [role=listbox], [role=combobox]';

/**
 * Whether a key without others is meant for a field being typed in, or for a dialog over the part of the page that `part`
 * stands in, and so is no shortcut of that part.
 */
export function isMeantElsewhere(
  { target, ctrlKey, metaKey, altKey }: KeyboardEvent,
  part: HTMLElement | null,
): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  // Lists take letters, too, to find entries that begin with them.
  const isTyped = target instanceof Element && target.closest(FIELDS) !== null;
  const own = part?.closest('.modal') ? 1 : 0;
  return isTyped || document.querySelectorAll('.modal').length > own;
}
