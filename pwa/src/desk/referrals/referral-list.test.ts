import { expect, test } from 'vitest';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { type DeskRow, deskRowOf } from './desk-row.ts';
import type { ListPage } from './list-pages.ts';
import { besideOf, type ReferralList, rowsOfPages, wholeRows } from './referral-list.ts';

const rowOf = (id: string): DeskRow => deskRowOf(anAdminReferral({ id }), undefined);
/** Pages by the ids they show; a number is the size of one that is not in memory. */
function lay(pages: readonly (string[] | number)[], isLast = true) {
  const listed = pages.map((page, at): ListPage => {
    const size = typeof page === 'number' ? page : page.length;
    return { after: String(at), kept: undefined, size, isLast: isLast && at === pages.length - 1 };
  });
  return rowsOfPages(listed, ({ after }) => {
    const page = pages[Number(after)];
    return typeof page === 'object' ? page.map(rowOf) : undefined;
  });
}
const THREE = [['a', 'b'], 3, ['c']];
const idsOf = (rows: ReturnType<typeof lay>) =>
  Array.from({ length: rows.length }, (_, at) => rows.rowAt(at)?.referral.id);

test('pages lie end to end, with room for those that are not in memory', () => {
  const rows = lay(THREE);
  expect(idsOf(rows)).toEqual(['a', 'b', undefined, undefined, undefined, 'c']);
  expect(rows.rowAt(6)).toBeUndefined();
  expect([0, 1, 2, 4, 5, 6].map(rows.pageAt)).toEqual([0, 0, 1, 1, 2, 2]);
  expect(['a', 'b', 'c', 'd'].map(rows.placeOf)).toEqual([0, 1, 5, -1]);
  expect(rows.isWhole).toBe(true);
  expect(lay(THREE, false).isWhole).toBe(false);
});

test('a page that shows fewer rows than it has takes less room', () => {
  const pages = [2, 2].map((size, at) => ({
    after: String(at),
    kept: undefined,
    size,
    isLast: true,
  }));
  const rows = rowsOfPages(pages, ({ after }) => (after === '0' ? [rowOf('a')] : undefined));
  expect([rows.length, rows.pageAt(1)]).toEqual([3, 1]);
});

function aList(pages: readonly (string[] | number)[], more: Partial<ReferralList> = {}) {
  const { length, rowAt, placeOf } = lay(pages);
  const rest = { missing: undefined, isBehind: false, rest: 'none' } as const;
  const acts = { request: () => undefined, retry: () => undefined };
  return { length, rowAt, placeOf, ...rest, ...acts, ...more } satisfies ReferralList;
}

test('who stands beside a referral is told by its place, from 1', () => {
  const list = aList([['a', 'b'], ['c']]);
  expect(besideOf(list, 'a', { total: 9 })).toEqual({
    place: 1,
    total: 9,
    previous: undefined,
    next: 'b',
  });
  expect(besideOf(list, 'b', { total: 9 })).toEqual({
    place: 2,
    total: 9,
    previous: 'a',
    next: 'c',
  });
  expect(besideOf(list, 'c', { total: undefined })).toMatchObject({ place: 3, next: undefined });
  expect(besideOf(list, 'd', { total: 9 })).toBeUndefined();
});

test('of one that has left the list, whoever stands in its place is next', () => {
  const list = aList([['a', 'b'], ['c']]);
  const gone = { place: undefined, total: 3, previous: 'a', next: 'b' };
  expect(besideOf(list, 'd', { total: 3, stood: 1 })).toEqual(gone);
  expect(besideOf(list, 'd', { total: 3, stood: 0 })).toMatchObject({
    previous: undefined,
    next: 'a',
  });
  expect(besideOf(list, 'd', { total: 3, stood: 3 })).toMatchObject({
    previous: 'c',
    next: undefined,
  });
});

test('all rows are given only of this question, read to its end and in memory', () => {
  const pages = [['a', 'b'], ['c']];
  expect(wholeRows(aList(pages))?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(wholeRows(aList(pages, { rest: 'loading' }))).toBeUndefined();
  expect(wholeRows(aList(pages, { isBehind: true }))).toBeUndefined();
  expect(wholeRows(aList([['a'], 1]))).toBeUndefined();
  expect(wholeRows(aList([]))).toEqual([]);
});
