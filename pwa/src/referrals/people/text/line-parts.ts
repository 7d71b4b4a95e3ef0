import { withoutCounts, withoutTimes } from '@sunloop/shared-types/values/phone-words.ts';
import { isPhone } from '../cells/phones.ts';
import { isNameOnly, isNobody, nameWithin, withoutPossessive } from './names.ts';

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

export const hasContact = ({ email, phone }: LineParts) => email !== '' || phone !== '';
export const isNamed = ({ name, maybeName }: LineParts) => name !== '' || maybeName !== '';

/** Whether two pieces or lines have an email each, or a number each. */
export const areBoth = (one: LineParts, other: LineParts) =>
  (one.email !== '' && other.email !== '') || (one.phone !== '' && other.phone !== '');

/** Reads a line; several emails or numbers in it are several people, unless only the first is named. */
export function readLine(line: string): LineParts[] {
  const people = peopleOf(withTowns(piecesOf(line).map(readPiece)));
  const [first, ...others] = people;
  if (!first) return [];
  const isList = first.name === '' || line.includes('<') || others.some(isNamed);
  if (isList) return people.map((person) => ({ ...person, text: line }));
  for (const more of others) join(first, more);
  return [{ ...first, text: line }];
}

/** What a line holds of each person: where it begins with a name, each name begins the next. */
function peopleOf(parts: readonly LineParts[]): LineParts[] {
  const isByName = parts.find((part) => part.name !== '' || hasContact(part))?.name !== '';
  const groups: LineParts[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const isNamedNext = last && isByName && hasContact(last) && part.name !== '';
    if (last && !isNamedNext && !areBoth(last, part)) join(last, part);
    else groups.push({ ...part });
  }
  const people: LineParts[] = [];
  for (const group of groups) {
    const last = people.at(-1);
    // A town, or who else is named behind the only number, is nobody.
    if (last && !areBoth(last, group)) join(last, group);
    else people.push(group);
  }
  return people;
}

/** A state and its postal code, or only a code, as they stand behind a town. */
const CODE = /^(?:[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/;

/** What looks like a name is a town behind a street or before a code, in a line of its own or if somebody is named. */
function withTowns(parts: readonly LineParts[]): LineParts[] {
  return parts.map((part, at) => {
    const next = parts[at + 1]?.address ?? '';
    const isBehind = parts[at - 1]?.address;
    const isAfterName = parts.slice(0, at).some(({ name }) => name !== '');
    const isTown = isBehind
      ? next || isAfterName
      : CODE.test(next) && (isAfterName || parts.length === 2);
    return part.name && isTown ? { ...part, name: '', address: part.name } : part;
  });
}

/** The last name first, in quotation marks or before the email or number. */
const QUOTED_LAST = /"([^",]*),\s*([^",]*)"/g;
const LAST_FIRST =
  /(?<=^|[;:] ?)(\p{Lu}[\p{L}'’-]+), (\p{Lu}[\p{L}'’-]+)(?= <| \S+@| [(+]| \d{3}[ .-]?\d{3})/gu;

/** Pieces with at most one email and one number each, in their order. */
function piecesOf(line: string): string[] {
  return line
    .replaceAll(QUOTED_LAST, '$2 $1')
    .replaceAll(LAST_FIRST, '$2 $1')
    .replaceAll(/["“”„]/g, '')
    .split(BETWEEN)
    .flatMap((piece) => piece.split(new RegExp(`(?<=${EMAIL.source}>?) `, 'u')))
    .flatMap(afterNumbers)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** A piece, cut behind each of its numbers but the last. */
function afterNumbers(piece: string): string[] {
  const numbers = [...piece.matchAll(NUMBER)].filter(([number]) => isPhone(number));
  const cuts = numbers.slice(0, -1).map(({ 0: number, index }) => index + number.length);
  return [0, ...cuts].map((from, at) => piece.slice(from, cuts[at]));
}

function readPiece(piece: string): LineParts {
  const { label, rest } = labelOf(piece);
  const [email = ''] = rest.match(EMAIL) ?? [];
  const without = rest.replaceAll(EMAIL, ' ');
  const [phone = ''] = (withoutCounts(withoutTimes(without)).match(NUMBER) ?? []).filter(isPhone);
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
  withoutPossessive(
    (phone === '' ? text : text.replace(phone, ' '))
      .replaceAll(/[<>()[\]]|mailto:/gi, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[\s:.*•·-]+|[\s:*•·-]+$/g, '')
      .replace(/\b(?:e-?mail|phone|tel|mobile|cell|ph)\.?$/i, '')
      .trim(),
  );

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
  const phones = [known.phone, more.phone].filter((text) => text !== '');
  known.phone = [...new Set(phones)].join(' / ');
  known.name ||= more.name;
  known.maybeName ||= more.maybeName;
}
