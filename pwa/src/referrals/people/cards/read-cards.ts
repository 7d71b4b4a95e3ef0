import { oneLine } from '../../../lib/one-line.ts';
import type { Found } from '../found.ts';
import { tidyPerson } from '../judge.ts';
import { type Block, blocksOf, propertiesOf, type Property } from './properties.ts';

/** The people of a vCard file (2.1, 3.0, 4.0), one or many, in its order; what is nobody is listed, too. */
export function readCards(text: string): Found[] {
  return blocksOf(text).map(readBlock);
}

const NOBODY = { name: '', email: '', phone: null, address: null };
const KIND = /^(?:X-(?:ADDRESSBOOKSERVER-)?)?KIND$/;

function readBlock(block: Block): Found {
  if (!block.isCard) {
    return { text: block.lines.join(' '), person: NOBODY, why: 'Outside of any contact' };
  }
  const card = propertiesOf(block);
  const text = textOf(card, block.cut);
  if (card.some(({ name, value }) => KIND.test(name) && /^group$/i.test(value.trim()))) {
    return { text, person: NOBODY, why: 'A group, not a person' };
  }
  const person = tidyPerson({
    name: nameOf(card),
    email: bestOf(card, 'EMAIL', EMAIL_ORDER).replace(/^mailto:/i, ''),
    phone: bestOf(card, 'TEL', PHONE_ORDER).replace(/^(?:tel|whatsapp):/i, ''),
    address: addressOf(card),
  });
  return { text, person };
}

/** Whether there is a vCard in a text. */
export const isCards = (text: string) => /^\s*BEGIN:VCARD/im.test(text);

const unescaped = (text = '') => text.replaceAll(/\\n/gi, '\n').replaceAll(/\\(.)/g, '$1').trim();

/** The texts of a value such as `Lee;Ann;;;`. */
const partsOf = (value = '') => value.split(/(?<!\\);/).map(unescaped);

const firstOf = (card: readonly Property[], name: string) =>
  card.find((property) => property.name === name)?.value;

/** What programs write where they have no name, and what is left of letters they did not know. */
const NO_NAME = /^(?:(?:null|undefined|none|nan|n\/a|unknown|no name)[\s,]*)+$|\uFFFD|\?{2}|@/i;
const isBroken = (name: string) => !/\p{L}/u.test(name) || NO_NAME.test(name);

/** The whole name; where it is broken, its parts, a nickname or the company. */
function nameOf(card: readonly Property[]): string {
  const written = firstOf(card, 'FN') ?? '';
  const [last = '', first = '', middle = ''] = partsOf(firstOf(card, 'N'));
  const [nickname, company] = [firstOf(card, 'NICKNAME'), firstOf(card, 'ORG')];
  const names = [
    // Parts where the whole should be.
    partsOf(written).length > 1 ? '' : unescaped(written),
    [first, middle, last].filter((part) => part !== '').join(' '),
    unescaped(nickname),
    partsOf(company).join(' ').trim(),
  ];
  return names.find((name) => !isBroken(name)) ?? '';
}

/** Best first; as in files, a friend is called on the mobile, and an email of home comes before others. */
const PHONE_ORDER = ['CELL', 'PREF', 'HOME', 'VOICE', '', 'WORK'];
const EMAIL_ORDER = ['PREF', 'HOME', '', 'WORK'];
const ADDRESS_ORDER = ['HOME', 'PREF', '', 'WORK'];
const NO_PHONE = ['FAX', 'PAGER'];

/** The value of this name that comes first in an order of marks, then by the number of a preference. */
function bestOf(card: readonly Property[], name: string, order: readonly string[]): string {
  const [best] = card
    .filter((property) => property.name === name && property.value.trim() !== '')
    .filter(({ marks }) => !marks.some((mark) => NO_PHONE.includes(mark)))
    .toSorted(
      (one, other) => rankOf(one, order) - rankOf(other, order) || prefOf(one) - prefOf(other),
    );
  if (!best) return '';
  return name === 'ADR' ? best.value : unescaped(best.value);
}

function rankOf({ marks }: Property, order: readonly string[]): number {
  const ranks = marks.map((mark) => order.indexOf(mark.replace(/^PREF=.*/, 'PREF')));
  const known = ranks.filter((rank) => rank >= 0);
  return known.length > 0 ? Math.min(...known) : order.indexOf('');
}

/** 1 is the first choice; a preference without a number is one. */
function prefOf({ marks }: Property): number {
  const pref = marks.find((mark) => /^PREF(?:=|$)/.test(mark));
  return pref === undefined ? Infinity : Number.parseInt(pref.slice('PREF='.length), 10) || 1;
}

/** In a line; a country comes last, as in files. */
function addressOf(card: readonly Property[]): string | null {
  const [box = '', more = '', street = '', city = '', region = '', zip = '', country = ''] =
    partsOf(bestOf(card, 'ADR', ADDRESS_ORDER)).map(oneLine);
  const parts = [box, street, more, city, [region, zip].filter(Boolean).join(' '), country];
  return parts.filter((part) => part !== '').join(', ') || null;
}

const SHOWN = ['FN', 'N', 'ORG', 'TEL', 'EMAIL', 'ADR'];

/** What the card says of the person, for whoever looks; a line that is cut off is seen, but not read. */
function textOf(card: readonly Property[], cut = ''): string {
  const texts = card
    .filter(({ name }) => SHOWN.includes(name))
    .map(({ value }) => partsOf(value).filter(Boolean).map(oneLine).join(' '));
  return [...new Set([...texts, cut])].filter(Boolean).join(', ');
}
