import { csvParts } from './desk-csv.ts';
import type { Answers, KnownReferral, Question, ReferrerOption, Target } from '../desk-messages.ts';
import { type DeskView, FIRST_VIEW } from '../desk-view.ts';
import { foldText } from '../fold-text.ts';
import type { ListQuery } from './list-query.ts';
import type { ReferralTable } from '../referral-table.ts';

const REFERRERS_MAX = 20;

/** Answers what the page asks besides the rows of its list. */
export function answerQuestion(
  table: ReferralTable,
  query: ListQuery,
  question: Question,
): Answers[Question['kind']] {
  switch (question.kind) {
    case 'csv':
      return csvOf(query, question.view);
    case 'changes':
      return changesOf(table, query, question);
    case 'referral':
      return knownReferral(table, query, question.id);
    case 'referrers':
      return findReferrers(table, question.q);
    case 'counts':
      return query.find(FIRST_VIEW).counts;
    case 'beside':
      return besideOf(table, query, question);
    case 'find':
      return findNewest(query, question);
  }
}

function csvOf(query: ListQuery, view: DeskView): Blob {
  const { places } = query.find(view);
  const parts = csvParts(places.length, (at) => query.rowAt(places[at]));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

function changesOf(
  table: ReferralTable,
  query: ListQuery,
  { to, selection, view, max }: Extract<Question, { kind: 'changes' }>,
): Answers['changes'] {
  const { isAll, ids } = selection;
  const places = isAll ? query.find(view).places : Array.from(ids, (id) => table.placeOf(id));
  const targets: Target[] = [];
  let total = 0;
  for (const place of places) {
    const referral = query.rowAt(place)?.referral;
    if (!referral || referral.status === to || (isAll && ids.has(referral.id))) continue;
    total += 1;
    const { id, status, name, email } = referral;
    if (total <= max) targets.push({ id, status, name, email });
  }
  return { total, targets };
}

function knownReferral(
  table: ReferralTable,
  query: ListQuery,
  id: string,
): KnownReferral | undefined {
  const row = query.rowAt(table.placeOf(id));
  return row && { row, twins: table.possibleDuplicatesOf(row.referral) };
}

function besideOf(
  table: ReferralTable,
  query: ListQuery,
  { id, view }: Extract<Question, { kind: 'beside' }>,
): Answers['beside'] {
  const { places } = query.find(view);
  const own = table.placeOf(id);
  const at = own === undefined ? -1 : places.indexOf(own);
  const idAt = (index: number) => query.rowAt(places[index])?.referral.id;
  const sides = at < 0 ? {} : { previous: idAt(at - 1), next: idAt(at + 1) };
  return { place: at + 1, total: places.length, ...sides };
}

function findNewest(
  query: ListQuery,
  { q, max }: Extract<Question, { kind: 'find' }>,
): Answers['find'] {
  const { places } = query.find({ ...FIRST_VIEW, q });
  return Array.from(places.subarray(0, max), (place) => query.rowAt(place)?.referral).filter(
    (referral) => referral !== undefined,
  );
}

/** Sorted by name; an id finds exactly one. */
function findReferrers(table: ReferralTable, q: string): ReferrerOption[] {
  const one = table.referrers.get(q);
  const text = foldText(q.trim());
  const found = one ? [one] : [...table.referrers.values()].filter(({ hay }) => hay.includes(text));
  return found
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, REFERRERS_MAX)
    .map(({ id, name, email }) => ({ id, name, email }));
}
