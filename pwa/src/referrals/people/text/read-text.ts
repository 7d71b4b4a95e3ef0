import type { Found } from '../found.ts';
import { tidyPerson } from '../judge.ts';
import { type LineParts, areBoth, hasContact, isNamed, join, readLine } from './line-parts.ts';

export const NOBODY_HERE = 'No email or phone in it';

/**
 * The people in a text or a message: each line or block with an email or a phone is somebody. Lines that are nobody are
 * listed, too.
 */
export function readText(text: string): Found[] {
  const blocks = withNamesAbove(blocksOf(text));
  return blocks.flatMap((block) => {
    if (!block.some(hasContact)) return block.map(nobodyIn);
    const people = isOneEach(block) ? splitUp(block) : [block];
    return people.map(personOf);
  });
}

const standsAlone = ({ name }: LineParts) => name !== '';

/** Time and sender that a chat writes before a message. */
const CHAT_HEAD =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]?(?: -)? [^:]{1,40}: /iu;
/** What marks quotations and lists: '> ', '- ', '1. ', 'Friend 1: '. */
const MARK =
  /^[>\s]*(?:[-*•·–] |\d{1,3}[.)] |(?:(?:friend|person|contact|referral|lead|name|neighbou?r) ?#?|#)\d{1,2}(?: ?[-:.)–] ?| (?=\p{L})))?/iu;

/** The lines of a text, as far as they stand together. */
function blocksOf(text: string): LineParts[][] {
  return text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.replace(CHAT_HEAD, '').replace(MARK, '').trim())
        .filter((line) => line !== '')
        .flatMap(readLine),
    )
    .filter((block) => block.length > 0);
}

/** A name that stands alone belongs to the block below it if that names nobody. */
function withNamesAbove(blocks: readonly LineParts[][]): LineParts[][] {
  const joined: LineParts[][] = [];
  for (const block of blocks) {
    const above = joined.at(-1);
    const [only] = above ?? [];
    const isAlone = above?.length === 1 && only && standsAlone(only) && !hasContact(only);
    const isNameless = block.some(hasContact) && !block.some(isNamed);
    if (isAlone && isNameless) above.push(...block);
    else joined.push([...block]);
  }
  return joined;
}

/** Whether a block is a list of people and not one of them. */
function isOneEach(block: readonly LineParts[]): boolean {
  const inLines = block.filter((line) => hasContact(line) && isNamed(line));
  const emails = block.filter(({ email }) => email !== '');
  const phones = block.filter(({ phone }) => phone !== '');
  const names = block.filter(isNamed);
  return inLines.length > 1 || emails.length > 1 || (names.length > 1 && phones.length > 1);
}

/** Each person's lines. */
function splitUp(block: readonly LineParts[]): LineParts[][] {
  const people: LineParts[][] = [];
  const reached = block.filter(hasContact);
  let passed = 0;
  for (const line of block) {
    const now = people.at(-1);
    if (now && !isSomebodyElse(now, line, reached[passed])) now.push(line);
    else people.push([line]);
    if (hasContact(line)) passed += 1;
  }
  return people;
}

/** Whether a line begins another person; `reached` is the next line with an email or a number. */
function isSomebodyElse(
  now: readonly LineParts[],
  line: LineParts,
  reached: LineParts | undefined,
): boolean {
  if (!now.some(hasContact)) {
    return hasContact(line) && standsAlone(line) && now.some(standsAlone);
  }
  if (line.email !== '' && now.some(({ email }) => email !== '')) return true;
  const isNext = reached !== undefined && now.some((one) => areBoth(one, reached));
  const isAnother = standsAlone(line) || (isNamed(line) && (hasContact(line) || isNext));
  return isAnother && now.some(isNamed);
}

function personOf(lines: readonly LineParts[]): Found {
  const [first, ...more] = lines;
  // A block has lines.
  const known = { ...(first as LineParts) };
  for (const line of more) join(known, line);
  const texts = new Set(lines.map(({ text }) => text));
  const { name, maybeName, email, phone, address } = known;
  // Who signs a message has one word, and somebody it is about mostly two.
  const isSigned = !name.includes(' ') && maybeName.includes(' ');
  const person = tidyPerson({
    name: isSigned ? maybeName : name || maybeName,
    email,
    phone,
    address,
  });
  return hasContact(known)
    ? { text: [...texts].join(', '), person }
    : nobodyIn({ ...known, text: [...texts].join(', ') });
}

function nobodyIn({ text }: LineParts): Found {
  const person = { name: '', email: '', phone: null, address: null };
  return { text, person, why: NOBODY_HERE };
}
