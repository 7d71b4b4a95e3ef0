import { STALE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import { expect, test } from 'vitest';
import { READ_SHAPE } from '../../data/read-shapes.ts';
import type { ResourceRow } from '../../data/user-db.ts';
import { isDue, isOld } from './stale.ts';

const NOW = Date.UTC(2026, 5, 1);
const path = '/api/admin/stats';
const aRow = (changes: Partial<ResourceRow> = {}): ResourceRow => ({
  path,
  etag: null,
  shape: READ_SHAPE,
  fetchedAt: NOW - 1,
  ...changes,
});

test('the last five minutes are not old, but a time left in the future by a clock put back is (rule 17)', () => {
  const ages = [0, STALE_AFTER_MS - 1, STALE_AFTER_MS, -1];
  expect(ages.map((age) => isOld(NOW - age, NOW))).toEqual([false, false, true, true]);
});

test('a read is due when it never came, was touched, is of another shape, or is old (rules 17 and 37)', () => {
  expect(isDue(undefined, NOW)).toBe(true);
  expect(isDue(aRow(), NOW)).toBe(false);
  expect(isDue(aRow({ isTouched: true }), NOW)).toBe(true);
  expect(isDue(aRow({ shape: 'of-another-build' }), NOW)).toBe(true);
  expect(isDue(aRow({ fetchedAt: NOW + 1 }), NOW)).toBe(true);
  expect(isDue(aRow({ fetchedAt: 0, triedAt: NOW - 1 }), NOW)).toBe(false);
});
