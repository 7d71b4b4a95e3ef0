import { escapeHtml } from '@sunloop/shared-types/values/escape-html.ts';

/** `{retention.audit_days}`: the value of a setting. */
const VALUE = /\{([a-z_]+\.[a-z_]+)\}/g;
/** `[words](https://example.com)`. */
const LINK = /\[([^\]\n]+)\]\(([^)\s]+)\)/g;
const SAFE_TARGET = /^(https:\/\/|mailto:|tel:|\/(?!\/))/;

/**
 * The HTML of a text: an empty line parts paragraphs, `# ` begins a heading, `- ` an item of a list. `values` are what
 * it may name in braces. Everything else is shown as it was typed.
 */
export function htmlOfText(text: string, values: ReadonlyMap<string, string>): string {
  const filled = text.replace(VALUE, (typed, key: string) => values.get(key) ?? typed);
  const blocks = filled.split(/\n\s*\n/).map((block) => block.trim());
  return blocks
    .filter((block) => block !== '')
    .map(htmlOfBlock)
    .join('\n');
}

/** What the writer of a text should mend, or nothing; `keys` are the settings there are. */
export function faultOfText(text: string, keys: ReadonlySet<string>): string | undefined {
  const [unknown] = [...text.matchAll(VALUE)].flatMap(([, key = '']) => (keys.has(key) ? [] : key));
  if (unknown !== undefined) return `There is no setting ‘${unknown}’ to put in the braces`;
  const [unsafe] = [...text.matchAll(LINK)].flatMap(([, , to = '']) =>
    SAFE_TARGET.test(to) ? [] : to,
  );
  if (unsafe !== undefined)
    return `The link to ‘${unsafe}’ must begin with https://, mailto:, tel: or /`;
  return undefined;
}

/** A block's lines; a heading needs no empty line beneath it. */
function htmlOfBlock(block: string): string {
  const [first = '', ...rest] = block.split('\n');
  if (!first.startsWith('# ')) return htmlOfLines([first, ...rest]);
  const heading = `<h2>${inline(first.slice(2))}</h2>`;
  return rest.length === 0 ? heading : `${heading}\n${htmlOfLines(rest)}`;
}

function htmlOfLines(lines: readonly string[]): string {
  const isList = lines.every((line) => line.startsWith('- '));
  if (isList)
    return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
  return `<p>${lines.map(inline).join('<br />')}</p>`;
}

const inline = (line: string) =>
  escapeHtml(line).replace(LINK, (typed, words: string, to: string) =>
    SAFE_TARGET.test(to) ? `<a href="${to}">${words}</a>` : typed,
  );
