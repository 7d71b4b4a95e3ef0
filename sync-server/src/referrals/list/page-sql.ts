import { ADMIN_REFERRAL_COLUMNS } from '../queries.ts';
import { behind, cursorColumns, keyColumns, orderBy, type Sort } from '../../db/query/keyset.ts';
import { isDuplicate, type Filter } from './filter.ts';
import { CHANGED_LATELY, DELETED_LATELY, IS_UNCHANGED } from './search-mark.ts';

/**
 * How a page's rows are found in the search table. `walk`: in the list's order, until the page is full. `near`: so, but
 * only so many are looked at. `sort`: all that match are found by an index of what narrows them, and sorted.
 */
export type Way = 'walk' | 'near' | 'sort';

interface Wanted {
  readonly sort: Sort;
  readonly filter: Filter;
  readonly isContinued: boolean;
}

/**
 * The statement of a page: rows of the search table, with those that changed lately as they are now. One statement, so
 * that a row that changes meanwhile is neither missed nor given twice.
 */
export function pageSql(wanted: Wanted, way: Way): string {
  const { sort, filter } = wanted;
  const parts =
    filter.referrer === undefined ? [stored(wanted, way), changed(wanted)] : [own(wanted)];
  return `${CHANGED_LATELY}
    select ${ADMIN_REFERRAL_COLUMNS}, x.is_duplicate as "isDuplicate",
      ${cursorColumns(sort, 'x')}
    from (${parts.map((part) => `(${part})`).join(' union all ')}) x
    join referrals r on r.id = x.id join users u on u.id = r.user_id
    order by ${orderBy(sort, 'x')} limit :oneMore`;
}

/** Rows of the search table, which are as they are now unless they changed lately. */
function stored({ sort, filter, isContinued }: Wanted, way: Way): string {
  const place = behind(sort, 's', isContinued);
  const indexed = [...filter.indexed('s'), ...place];
  const inOrder = `order by ${orderBy(sort, 's')}`;
  const named = (columns: readonly string[]) => columns.map((column) => `s.${column}`).join(', ');
  const columns = [...keyColumns(sort), 'is_duplicate'];
  const looked = [
    ...new Set([...columns, 'status', 'date', ...(filter.hasText ? ['content'] : [])]),
  ];
  // Days are read in the list's direction, which a time's order nearly follows: then few rows displace others of the page.
  const byDay =
    filter.hasDays && !filter.hasText
      ? `order by s.date ${sort.isDescending ? 'desc' : 'asc'}`
      : '';
  // By day, the index begins and ends with the days.
  const atHand = sort.key === 'date' ? indexed : place;
  const froms: Record<Way, string> = {
    walk: 'referral_search s',
    near: `(select ${named(looked)} from referral_search s ${where(atHand)}
      ${inOrder} limit :near) s`,
    // The offset keeps the planner from walking in the list's order after all, also from the cursor on: where many rows have
    // the same key, it takes few for left. Of these rows, only changed and deleted ones drop out.
    sort: `(select ${named(columns)} from (
        select ${named(looked)} from referral_search s ${where([...filter.indexed('s'), ...filter.found('s')])} ${byDay} offset 0
      ) s ${where(place)} ${inOrder} limit :oneMore + (select count(*) from changed) + ${DELETED_LATELY}) s`,
  };
  const left: Record<Way, string[]> = {
    walk: [...indexed, ...filter.found('s')],
    near: [...filter.indexed('s'), ...filter.found('s')],
    sort: [],
  };
  return `select ${named(columns)} from ${froms[way]}
    join referrals r on r.id = s.id join users u on u.id = r.user_id
    ${where([IS_UNCHANGED, ...left[way]])} ${inOrder} limit :oneMore`;
}

const changed = (wanted: Wanted) => computed(wanted, 'k.id = any (array(select id from changed))');

/** One user's rows are few enough to be sorted as they come. */
const own = (wanted: Wanted) => computed(wanted, 'k.user_id = :referrer::uuid');

function computed({ sort, filter, isContinued }: Wanted, among: string): string {
  const columns = keyColumns(sort).map((column) => `k.${column}`);
  const conditions = [
    among,
    ...filter.indexed('k'),
    ...filter.found('k'),
    ...behind(sort, 'k', isContinued),
  ];
  return `select ${columns.join(', ')}, ${isDuplicate('k')} as is_duplicate from referral_keys k
    ${where(conditions)} order by ${orderBy(sort, 'k')} limit :oneMore`;
}

export const where = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
