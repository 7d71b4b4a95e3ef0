/** One property of a card: `item1.TEL;TYPE=CELL:+1 555 0100`. */
export interface Property {
  /** 'item1'; empty without one. */
  group: string;
  name: string;
  /** In capitals, types without `TYPE=`: `CELL`, `PREF`, `CHARSET=ISO-8859-1`. */
  marks: readonly string[];
  /** As written, decoded from quoted-printable. */
  value: string;
}

/** Lines of a file: a card, or what stands outside of every card. */
export interface Block {
  isCard: boolean;
  lines: string[];
  /** The last line of a file that ends within a card; what it says may not be whole. */
  cut?: string | undefined;
}

const BEGIN = 'BEGIN:VCARD';

/**
 * The cards of a file in the order they begin, with folded lines joined again. A card within a card (AGENT) is another one,
 * and so is one that begins before the end of the last.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  const lines = unfold(text);
  for (const line of lines) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      const card = { isCard: true, lines: [] };
      open.push(card);
      blocks.push(card);
    } else if (/^END:VCARD\s*$/i.test(line)) open.pop();
    else if (open.length > 0) open.at(-1)?.lines.push(line);
    else if (line.trim() !== '' && !BEGIN.startsWith(line.trim().toUpperCase())) {
      blocks.push({ isCard: false, lines: [line] });
    }
  }
  const last = open.at(-1);
  const end = lines.at(-1);
  if (last && end !== '' && last.lines.at(-1) === end) last.cut = last.lines.pop();
  return blocks;
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

/** Kinds of numbers, by whatever word a program has for them. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['FAX', /FAX/],
  ['CELL', /WHATS ?APP|CELL|MOBIL|IPHONE|HANDY|M[OÓ]VIL|CELULAR|PORTABLE/],
];
const plainMark = (mark: string) => KINDS.find(([, words]) => words.test(mark))?.[0] ?? mark;

/** The properties of a card; a label, which stands in a property of its own, is a mark of those of its group. */
export function propertiesOf({ lines }: Block): Property[] {
  const all = lines.flatMap((line) => readProperty(line) ?? []);
  const labels = all.filter(({ name }) => name === 'X-ABLABEL');
  return all.map((one) => {
    const own = labels.filter(({ group }) => group !== '' && group === one.group);
    const marks = [...one.marks, ...own.map(({ value }) => value.toUpperCase())].map(plainMark);
    return asNumber({ ...one, marks });
  });
}

/** A chat address of WhatsApp is a number. */
function asNumber(one: Property): Property {
  const isNumber =
    one.name === 'X-WHATSAPP' || (one.name === 'IMPP' && /^whatsapp:/i.test(one.value));
  return isNumber ? { ...one, name: 'TEL', marks: [...one.marks, 'CELL'] } : one;
}

function readProperty(line: string): Property | undefined {
  // A quoted mark may hold a colon.
  const found = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line);
  const [, group = '', name = '', after = '', written = ''] = found ?? [];
  if (!found) return undefined;
  const marks = after
    .toUpperCase()
    .replaceAll('"', '')
    .split(/;TYPE=|[;,]/)
    .filter((mark) => mark !== '');
  const charset = marks.find((mark) => mark.startsWith('CHARSET='))?.slice('CHARSET='.length);
  const isQuoted = marks.some((mark) => mark.endsWith('QUOTED-PRINTABLE'));
  const value = isQuoted ? decodeQuoted(written, charset) : written;
  return { group: group.toLowerCase(), name: name.toUpperCase(), marks, value };
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
