import { oneLine } from '../../../lib/one-line.ts';
import type { Found } from '../found.ts';
import { tidyPerson } from '../judge.ts';

/** One property of a card: `item1.TEL;TYPE=CELL:+1 555 0100`. */
interface Property {
  name: string;
  /** In capitals, types without `TYPE=`: `CELL`, `PREF`, `CHARSET=ISO-8859-1`. */
  marks: string[];
  /** As written, decoded from quoted-printable. */
  value: string;
}

/** The people of a vCard file (2.1, 3.0, 4.0), one or many, in its order. */
export function readCards(text: string): Found[] {
  return cardsIn(text).map((lines) => {
    const card = lines.flatMap((line) => readProperty(line) ?? []);
    const person = tidyPerson({
      name: nameOf(card),
      email: bestOf(card, 'EMAIL', EMAIL_ORDER).replace(/^mailto:/i, ''),
      phone: bestOf(card, 'TEL', PHONE_ORDER).replace(/^tel:/i, ''),
      address: addressOf(card),
    });
    return { text: textOf(card), person };
  });
}

/** Whether a text is a vCard file. */
export const isCards = (text: string) => /^\s*BEGIN:VCARD/i.test(text);

/** The lines of each card, with folded ones joined again. A card within a card (AGENT) is another one. */
function cardsIn(text: string): string[][] {
  const cards: string[][] = [];
  let open: string[] = [];
  for (const line of unfold(text)) {
    if (/^BEGIN:VCARD/i.test(line)) open = [];
    else if (/^END:VCARD/i.test(line)) cards.push(open);
    else open.push(line);
  }
  return cards;
}

/** Any version folds with a blank; 2.1 also ends a line of quoted-printable with `=`. */
function unfold(text: string): string[] {
  const lines: string[] = [];
  let isSoft = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1;
    if (isSoft) lines[last] = (lines[last] ?? '').slice(0, -1) + line;
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
    const now = lines.at(-1) ?? '';
    isSoft = now.endsWith('=') && /^[^:]*QUOTED-PRINTABLE/i.test(now);
  }
  return lines;
}

function readProperty(line: string): Property | undefined {
  // A quoted mark may hold a colon.
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line);
  const [, name = '', after = '', written = ''] = found ?? [];
  if (!found) return undefined;
  const marks = after
    .toUpperCase()
    .replaceAll('"', '')
    .split(/;TYPE=|[;,]/)
    .filter((mark) => mark !== '');
  const charset = marks.find((mark) => mark.startsWith('CHARSET='))?.slice('CHARSET='.length);
  const isQuoted = marks.some((mark) => mark.endsWith('QUOTED-PRINTABLE'));
  const value = isQuoted ? decodeQuoted(written, charset) : written;
  return { name: name.toUpperCase(), marks, value };
}

function decodeQuoted(text: string, charset = 'UTF-8'): string {
  const bytes: number[] = [];
  for (const part of text.match(/=[\dA-F]{2}|[^]/giu) ?? []) {
    if (part.length === 3) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return decoderOf(charset).decode(Uint8Array.from(bytes));
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A name nobody knows; most cards are UTF-8.
    return new TextDecoder();
  }
}

const unescaped = (text = '') => text.replaceAll(/\\n/gi, '\n').replaceAll(/\\(.)/g, '$1').trim();

/** The texts of a value such as `Lee;Ann;;;`. */
const partsOf = (value = '') => value.split(/(?<!\\);/).map(unescaped);

const firstOf = (card: readonly Property[], name: string) =>
  card.find((property) => property.name === name)?.value;

function nameOf(card: readonly Property[]): string {
  const whole = unescaped(firstOf(card, 'FN'));
  if (whole !== '') return whole;
  const [last = '', first = '', middle = ''] = partsOf(firstOf(card, 'N'));
  const parts = [first, middle, last].filter((part) => part !== '');
  return parts.join(' ') || partsOf(firstOf(card, 'ORG')).join(' ');
}

/** Best first; as in files, a friend is called on the mobile, and an email of home comes before others. */
const PHONE_ORDER = ['CELL', 'IPHONE', 'PREF', 'HOME', 'VOICE', '', 'WORK'];
const EMAIL_ORDER = ['PREF', 'HOME', '', 'WORK'];
const ADDRESS_ORDER = ['HOME', 'PREF', '', 'WORK'];
const NO_PHONE = ['FAX', 'PAGER'];

/** The value of this name that comes first in an order of marks; the first of those alike. */
function bestOf(card: readonly Property[], name: string, order: readonly string[]): string {
  const [best] = card
    .filter((property) => property.name === name && property.value.trim() !== '')
    .filter(({ marks }) => !marks.some((mark) => NO_PHONE.includes(mark)))
    .toSorted((one, other) => rankOf(one, order) - rankOf(other, order));
  if (!best) return '';
  return name === 'ADR' ? best.value : unescaped(best.value);
}

function rankOf({ marks }: Property, order: readonly string[]): number {
  const ranks = marks.map((mark) => order.indexOf(mark.replace(/^PREF=.*/, 'PREF')));
  const known = ranks.filter((rank) => rank >= 0);
  return known.length > 0 ? Math.min(...known) : order.indexOf('');
}

/** In a line; a country comes last, as in files. */
function addressOf(card: readonly Property[]): string | null {
  const [box = '', more = '', street = '', city = '', region = '', zip = '', country = ''] =
    partsOf(bestOf(card, 'ADR', ADDRESS_ORDER)).map(oneLine);
  const parts = [box, street, more, city, [region, zip].filter(Boolean).join(' '), country];
  return parts.filter((part) => part !== '').join(', ') || null;
}

const SHOWN = ['FN', 'N', 'ORG', 'TEL', 'EMAIL', 'ADR'];

/** What the card says of the person, for whoever looks. */
function textOf(card: readonly Property[]): string {
  const texts = card
    .filter(({ name }) => SHOWN.includes(name))
    .map(({ value }) => partsOf(value).filter(Boolean).map(oneLine).join(' '));
  return [...new Set(texts)].filter(Boolean).join(', ');
}
