import { escapeHtml } from '@sunloop/shared-types/values/escape-html.ts';
import { firstNameOf } from '@sunloop/shared-types/values/first-name.ts';
import { isVisibleName } from '@sunloop/shared-types/values/visible-name.ts';
import { hasWebAddress } from '@sunloop/shared-types/values/web-address.ts';

/** A part of a message: a paragraph, a link on a line of its own, or a list of names and values. */
export type Block =
  | string
  | { readonly link: string; readonly label: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] };

/** What a message says; text and HTML are both made of it. */
export interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Why one gets it, and how to stop it. */
  readonly footer: readonly Block[];
}

export interface DrawnLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A header's text on one line, without anything that could begin another header. */
const headerText = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Draws a letter; the HTML has no picture, nothing remote and no fixed color or width, so that it can be read dark and large. */
export function drawLetter({ subject, blocks, footer }: Letter): DrawnLetter {
  const title = headerText(subject);
  const text = [...blocks.map(textOf), '--', ...footer.map(textOf)].join('\n\n');
  return { subject: title, text: `${text}\n`, html: htmlOf(title, blocks, footer) };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${block.label}:\n${block.link}`;
}

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`;
const BODY = 'margin:0;padding:1.5em;font:1em/1.5 system-ui,sans-serif;overflow-wrap:anywhere';
const BUTTON =
  'display:inline-block;padding:.6em 1.2em;border:.15em solid;border-radius:.5em;font-weight:bold';

const htmlOf = (title: string, blocks: readonly Block[], footer: readonly Block[]) =>
  `<!doctype html>
<html lang="en"><head>${HEAD}<title>${escapeHtml(title)}</title></head>
<body style="${BODY}"><div style="max-width:36em;margin:0 auto">
${blocks.map((block) => partOf(block, BUTTON)).join('\n')}
<hr style="margin:2em 0 1em;border:0;border-top:1px solid">
<div style="font-size:.9em">
${footer.map((block) => partOf(block, '')).join('\n')}
</div></div></body></html>
`;

function partOf(block: Block, linkStyle: string): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('facts' in block) return `<ul>${block.facts.map(factOf).join('')}</ul>`;
  const style = linkStyle && ` style="${linkStyle}"`;
  return `<p><a href="${escapeHtml(block.link)}"${style}>${escapeHtml(block.label)}</a></p>`;
}

const factOf = ([name, value]: readonly [string, string]) =>
  `<li>${escapeHtml(name)}: <strong>${escapeHtml(value)}</strong></li>`;

const NAME_MAX = 60;

/** A name on one line; a mail program would make a link of one that looks like an address, so `instead` stands for it. */
export function nameIn(name: string, instead: string): string {
  const line = headerText(name).replace(/\s+/g, ' ').slice(0, NAME_MAX).toWellFormed();
  return isVisibleName(line) && !hasWebAddress(line) ? line : instead;
}

/** How a letter begins. */
export const greeting = (username: string) => `Hi ${nameIn(firstNameOf(username), 'there')},`;
