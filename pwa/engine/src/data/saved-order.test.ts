import { expect, test } from 'vitest';
import type { RejectedRow } from './user-db.ts';
import { inSavedOrder } from './saved-order.ts';

test('refused rows of older builds, which have no place, come first, in the order they were refused (rule 9)', () => {
  const aRow = (id: string, rejectedAt: number, order?: number): RejectedRow => ({
    id,
    row: null,
    code: 'invalid',
    error: '',
    savedAt: 1,
    rejectedAt,
    ...(order !== undefined && { order }),
  });
  const rows = [aRow('d', 1, 20), aRow('b', 3), aRow('c', 4, 10), aRow('a', 2)];
  expect(inSavedOrder(rows).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
