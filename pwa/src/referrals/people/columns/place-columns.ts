import { isEmail, isNameLike, isNumber, isYesOrNo } from '../cells/looks.ts';
import { isWrittenPhone, maybePhone } from '../cells/phones.ts';
import { ADDRESS_PARTS, NAME_KINDS, saysName, strangeWords } from '../headings/kinds.ts';
import { type Party, whoseOf } from '../headings/whose.ts';
import { type Column, looks } from './column.ts';

/** A column with what it holds and of whom. */
export interface Placed extends Somebody {
  column: Column;
  /** Undefined for what is no field of a person. */
  field: 'name' | 'email' | 'phone' | 'address' | undefined;
  /** Whether only the columns before it say whose it is. */
  isByPlace: boolean;
}

/** Of whom a column is; a stranger is named by a word we do not know, and nobody's column says nothing of it. */
export interface Somebody {
  party: Party | 'stranger' | 'nobody';
  /** One for each person of a line. */
  key: string;
}

const NOBODY: Somebody = { party: 'nobody', key: '' };

/** Tells of whom each column is: by its heading or, if that says nothing, by the columns before it. */
export function placeColumns(columns: readonly Column[]): Placed[] {
  let before: Placed | undefined;
  /** Whom the columns that say nothing are of, and whom 'their' means. */
  let [current, named] = [NOBODY, NOBODY];
  const strangers = new Set(columns.filter(hasReach).map(({ heading }) => strangeWords(heading)));
  return columns.map((column) => {
    const field = fieldOf(column) ?? (isStranger(column, strangers) ? 'name' : undefined);
    const said = saidBy(column, field, named);
    if (!said && field === 'name' && !isLastName(column, before)) current = NOBODY;
    const placed = { column, field, ...(said ?? (field ? current : NOBODY)), isByPlace: !said };
    if (said && field) {
      named = said;
      if (isFollowed(placed)) current = said;
    }
    before = placed;
    return placed;
  });
}

const hasReach = (column: Column) =>
  column.kind !== 'unknown' && ['email', 'phone'].includes(fieldOf(column) ?? '');

/** 'Kumpel' beside 'Kumpel E-Mail' is a name in whatever language. */
const isStranger = (column: Column, strangers: ReadonlySet<string>) =>
  column.kind === 'unknown' &&
  strangers.has(strangeWords(column.heading) || ' ') &&
  looks(column, isNameLike);

/** What a column holds, by its cells and its heading. */
function fieldOf(column: Column): Placed['field'] {
  const { kind, cells } = column;
  if (kind === 'thing' || kind === 'permission' || kind === 'refusal') return undefined;
  if (looks(column, isEmail) || (kind === 'email' && cells.some(isEmail))) return 'email';
  if (ADDRESS_PARTS.some((part) => part === kind)) return 'address';
  const isPhone = kind === 'phone' || kind === 'mobile' ? maybePhone : isWrittenPhone;
  if (looks(column, isPhone)) return 'phone';
  return isName(column) ? 'name' : undefined;
}

/** 'Homeowner?' may hold a yes, and 'Submitted' a day. */
function isName(column: Column): boolean {
  const { kind, heading } = column;
  if (kind === 'who') return looks(column, isNameLike) && !looks(column, isYesOrNo);
  const saysSo = NAME_KINDS.includes(kind) || (kind === 'unknown' && saysName(heading));
  return saysSo && !looks(column, isNumber);
}

/** Whom a heading says; undefined if it says nothing of it. */
function saidBy(
  { heading, kind }: Column,
  field: Placed['field'],
  named: Somebody,
): Somebody | undefined {
  const { party, key, isPronoun } = whoseOf(heading);
  if (party) return { party, key };
  // Whoever fills a form in is 'you'.
  if (isPronoun && named !== NOBODY) return named.party === 'asker' ? THEM : named;
  if (isPronoun && field) return THEM;
  const isPart = field !== undefined && field !== 'address';
  const strange = isPart && (field === 'name' || kind !== 'unknown') ? strangeWords(heading) : '';
  if (strange !== '') return { party: 'stranger', key: strange };
  return key === '' ? undefined : { party: 'plain', key };
}

const THEM: Somebody = { party: 'friend', key: 'them' };

/** 'Friend (first)', 'Last name'. */
const isLastName = ({ kind, at }: Column, before: Placed | undefined) =>
  kind === 'last' && before?.column.kind === 'first' && before.column.at === at - 1;

/** A sales rep, 'Referred by', 'Referrer's email' or 'Night phone' stands between the columns of whom the line is about. */
export const isFollowed = ({ party, field, column: { kind } }: Placed) =>
  party !== 'bystander' &&
  !(party === 'referrer' && (kind === 'who' || field !== 'name')) &&
  !(party === 'stranger' && field !== 'name');
