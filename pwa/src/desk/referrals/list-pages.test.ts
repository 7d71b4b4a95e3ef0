import { expect, test } from 'vitest';
import type { KeptPage } from '@sunloop/engine/desk.ts';
import { anAdminReferral } from '@sunloop/engine/test/builders.ts';
import { findWanted, indexesOf, type ListPage, mergePages, NO_PAGES } from './list-pages.ts';

const NEAR = { from: 0, to: 2 };

function aPage(overrides: Partial<KeptPage> = {}): KeptPage {
  const times = { fetchedAt: 5, triedAt: 5, isTouched: false, isDue: false };
  const rows = [anAdminReferral(), anAdminReferral()];
  return { path: '/', next: undefined, firstSerial: 1, serial: 1, rows, ...times, ...overrides };
}
const read = (...pages: (KeptPage | undefined)[]) => new Map(pages.entries());
/** Pages in memory, each of two rows, which follow one another. */
const pagesOf = (count: number): ListPage[] =>
  Array.from({ length: count }, (_, at) => ({
    after: at === 0 ? undefined : `after ${at}`,
    kept: aPage({ next: `after ${at + 1}` }),
    size: 2,
    isLast: false,
  }));

test('the first page is read and those near the screen', () => {
  expect(indexesOf(pagesOf(6), { from: 2, to: 4 })).toEqual([0, 2, 3, 4]);
  expect(indexesOf(pagesOf(3), { from: 0, to: 1 })).toEqual([0, 1]);
  expect(indexesOf(NO_PAGES, { from: 3, to: 5 })).toEqual([0]);
});

test('a list grows by the page that follows, until one is the last', () => {
  const first = aPage({ next: 'b' });
  const one = mergePages(NO_PAGES, read(first), NEAR);
  expect(one).toEqual([
    { after: undefined, kept: first, size: 2, isLast: false },
    { after: 'b', kept: undefined, size: 0, isLast: false },
  ]);
  const last = aPage({ rows: [anAdminReferral()] });
  const both = mergePages(one, read(first, last), NEAR);
  expect(both).toEqual([one[0], { after: 'b', kept: last, size: 1, isLast: true }]);
  expect(mergePages(both, read(first, last), NEAR)).toBe(both);
});

test('what could not be read, or is of no page, changes nothing', () => {
  const pages = pagesOf(2);
  const failed = aPage({ rows: undefined });
  expect(mergePages(pages, read(undefined, failed), NEAR)).toBe(pages);
  expect(mergePages(pages, new Map([[7, aPage()]]), NEAR)).toBe(pages);
});

test('a page that now follows another row keeps its rows until it is read from there', () => {
  const pages = pagesOf(3);
  const merged = mergePages(pages, read(aPage({ next: 'elsewhere' })), NEAR);
  expect(merged[1]).toEqual({ ...pages[1], after: 'elsewhere' });
  expect(merged[2]).toBe(pages[2]);
});

test('a list that has become shorter ends with its last page', () => {
  expect(mergePages(pagesOf(4), read(pagesOf(1)[0]?.kept, aPage()), NEAR)).toHaveLength(2);
});

test('rows of pages far from the screen leave the memory, but not their place, nor the first page', () => {
  const pages = pagesOf(200);
  const merged = mergePages(pages, read(pages[0]?.kept), { from: 100, to: 110 });
  const held = merged.flatMap(({ kept }, at) => (kept ? at : []));
  expect(held).toEqual([0, ...Array.from({ length: 111 }, (_, at) => at + 50)]);
  expect(merged.map(({ size }) => size)).toEqual(pages.map(({ size }) => size));
  expect(mergePages(merged, read(pages[0]?.kept), { from: 100, to: 110 })).toBe(merged);
});

test('the first page is asked for if it was never read or is touched, and if it is old as the list is opened', () => {
  expect(findWanted(read(undefined), false)).toBe(0);
  expect(findWanted(read(aPage({ isTouched: true })), false)).toBe(0);
  expect(findWanted(read(aPage({ isDue: true })), true)).toBe(0);
  expect(findWanted(read(aPage({ isDue: true })), false)).toBeUndefined();
  expect(findWanted(read(aPage()), true)).toBeUndefined();
});

test.each<[string, string, KeptPage | undefined]>([
  ['is', 'was never read', undefined],
  ['is', 'is touched', aPage({ isTouched: true })],
  ['is', 'was read under an earlier answer to the first page', aPage({ firstSerial: 0 })],
  ['is not', 'was read under this one', aPage()],
  ['is', 'failed and is due', aPage({ triedAt: 6, isDue: true })],
  ['is not', 'failed just now', aPage({ triedAt: 6, isTouched: true })],
])('a page after the first %s asked for if it %s', (wanted, _, kept) => {
  expect(findWanted(read(aPage(), kept), false)).toBe(wanted === 'is' ? 1 : undefined);
});
