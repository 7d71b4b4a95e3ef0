import { isPhone } from '../columns/looks.ts';
import { isNameOnly, isNobody, nameWithin } from './names.ts';

/** What a line of a text holds of one person. */
export interface LineParts {
  text: string;
  email: string;
  phone: string;
  address: string;
  /** Written by itself: 'Maya Lopez' in 'Maya Lopez, maya@example.com'. */
  name: string;
  /** Found among other words: 'Tom' in 'call Tom on 555 123 4567'; used if nobody is named by themselves. */
  maybeName: string;
}

const EMAIL = /[^\s@,;:<>"'()[\]|]+@[^\s@,;:<>"'()[\]|]+\.[^\s@,;:<>"'()[\]|]*[\p{L}\d]/gu;
const NUMBER =
  /(?<![\p{L}\d@])(?:\+|\(\+?\d|\d)[\d ()+./\-\u2010-\u2015\u00B7]{4,}\d(?: ?(?:x|ext\.?) ?\d{1,6})?(?![\p{L}\d@])/giu;
/** Between the pieces of a line. */
const BETWEEN = /[,;|\t]+| {2,}| \/ | [-\u2010-\u2015] (?!\d)/;

/** What precedes a piece and says what it is: 'Tel:', 'Mobile -', 'E-mail'. */
const LABEL =
  /^(?<what>e-?mail|mail|correo|phone|telephone|tel|telefon|mobile|mob|cell|cellphone|handy|home|work|office|ph|fax|pager|address|addr|adresse|name|nombre|nom|to|from|b?cc|[mtpehca])(?: ?(?:no|number|nr))?\b\.? ?(?:[:=#]|- |$| (?=[+(\d]))/iu;
const NO_PHONE = /^(?:fax|pager)$/i;

/** Reads a line; several emails in it are several people, unless only the first is named. */
export function readLine(line: string): LineParts[] {
  const people: LineParts[] = [];
  for (const part of withTowns(piecesOf(line).map(readPiece))) {
    const last = people.at(-1);
    const isNext = last && last.email !== '' && (part.email !== '' || part.name !== '');
    if (last && !isNext) join(last, part);
    else people.push({ ...part });
  }
  const reachable = people.filter(({ email }) => email !== '');
  const isList = line.includes('<') || people.slice(1).some(({ name, email }) => name && email);
  const isNamed = people[0]?.name !== '';
  if (reachable.length > 1 && (isList || !isNamed)) {
    return reachable.map((person) => ({ ...person, text: line }));
  }
  const [first, ...others] = people;
  if (!first) return [];
  for (const more of others) join(first, more);
  return [{ ...first, text: line }];
}

/** What looks like a name behind a street is a town: before its code, or if somebody is named already. */
function withTowns(parts: readonly LineParts[]): LineParts[] {
  return parts.map((part, at) => {
    const isBehind = part.name !== '' && parts[at - 1]?.address;
    const isNamed = parts.slice(0, at).some(({ name }) => name !== '');
    const isTown = isBehind && (parts[at + 1]?.address || isNamed);
    return isTown ? { ...part, name: '', address: part.name } : part;
  });
}

/** Pieces with at most one email each, in their order; a name in quotation marks may contain a comma. */
function piecesOf(line: string): string[] {
  const plain = line.replaceAll(/"([^",]*),\s*([^",]*)"/g, '$2 $1').replaceAll(/["“”„]/g, '');
  return plain
    .split(BETWEEN)
    .flatMap((piece) => piece.split(new RegExp(`(?<=${EMAIL.source}>?) `, 'u')))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function readPiece(piece: string): LineParts {
  const { label, rest } = labelOf(piece);
  const [email = ''] = rest.match(EMAIL) ?? [];
  const without = rest.replaceAll(EMAIL, ' ');
  const [phone = ''] = (without.match(NUMBER) ?? []).filter(isPhone);
  const words = wordsOf(without, phone);
  const isAddress = /^ad/i.test(label) || (phone === '' && isStreet(words));
  const isName = !isAddress && isNameOnly(words, { isLabeled: /^n/i.test(label) });
  return {
    text: piece,
    email,
    phone: NO_PHONE.test(label) ? '' : phone.trim(),
    address: isAddress ? words : '',
    name: isName ? words : '',
    maybeName: isAddress || isName ? '' : nameWithin(beforeNumber(rest, phone || email), words),
  };
}

function labelOf(piece: string): { label: string; rest: string } {
  const found = LABEL.exec(piece);
  if (!found) return { label: '', rest: piece };
  return { label: found.groups?.['what'] ?? '', rest: piece.slice(found[0].length).trim() };
}

/** The words of a piece without its number, and without a label of the number at their end. */
const wordsOf = (text: string, phone: string) =>
  (phone === '' ? text : text.replace(phone, ' '))
    .replaceAll(/[<>()[\]]|mailto:/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s:.*•·-]+|[\s:*•·-]+$/g, '')
    .replace(/\b(?:e-?mail|phone|tel|mobile|cell|ph)\.?$/i, '')
    .trim();

const beforeNumber = (text: string, contact: string) =>
  contact === '' ? text : text.slice(0, text.indexOf(contact));

const STREET_WORD =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|way|boulevard|blvd|place|pl|circle|cir|terrace|close|highway|hwy|weg|gasse|platz|allee|rue|calle|via|avenida|rua)\b|(?:stra(?:ß|ss)e|str\.)/iu;
const HOUSE_FIRST = /^\d+\p{L}?(?:[-/]\d+)? \p{Lu}\p{L}/u;
const STATE_AND_ZIP =
  /\b[A-Z]{2} \d{5}(?:-\d{4})?$|^\d{4,5} \p{Lu}|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/u;

const STREET_WORDS_MAX = 6;

/** A street with its number, or a place with its code; no sentence about one. */
function isStreet(words: string): boolean {
  if (!/\d/.test(words)) return false;
  const [first = '', ...more] = words.split(' ');
  const isShort = more.length < STREET_WORDS_MAX && /^[\d\p{Lu}]/u.test(first) && !isNobody(first);
  return (
    HOUSE_FIRST.test(words) || STATE_AND_ZIP.test(words) || (isShort && STREET_WORD.test(words))
  );
}

/** Adds what more of a line, or another line, holds of the same person. */
export function join(known: LineParts, more: LineParts): void {
  known.address = [known.address, more.address].filter((text) => text !== '').join(', ');
  known.email ||= more.email;
  known.phone ||= more.phone;
  known.name ||= more.name;
  known.maybeName ||= more.maybeName;
}
