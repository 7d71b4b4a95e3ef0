import { expect, test } from 'vitest';
import { propose } from './propose.ts';

const day = (n: number, hour = 12) => new Date(Date.UTC(2026, 10, n, hour)).toISOString();
/** Received on the days given; taken by the device when it says so. */
const claim = (id: string, taken: string, received: string) => ({
  id,
  userId: `user of ${id}`,
  date: taken,
  createdAt: received,
});
const early = claim('early', day(3), day(4));
/** Taken before it, received three days after it. */
const late = claim('late', day(2), day(7));

test('who was received first is proposed', () => {
  const proposal = propose({ rule: 'first_received', days: 7 }, [early, late]);
  expect(proposal).toEqual({ rule: 'first_received', paid: ['early'] });
});

test.each([
  [3, 'late', 'first_taken_within_days'],
  [2, 'early', 'first_received'],
] as const)('within %i days an earlier claim of the device proposes %s', (days, paid, rule) => {
  const proposal = propose({ rule: 'first_taken_within_days', days }, [early, late]);
  expect(proposal).toEqual({ rule, paid: [paid] });
});

test('of claims of the same moment the first received one is proposed', () => {
  const same = claim('same', early.date, day(5));
  const proposal = propose({ rule: 'first_taken_within_days', days: 7 }, [early, same]);
  expect(proposal).toEqual({ rule: 'first_received', paid: ['early'] });
});

test('a split is between the first referrals of each user', () => {
  const again = { ...claim('again', day(8), day(8)), userId: early.userId };
  const proposal = propose({ rule: 'split', days: 7 }, [early, late, again]);
  expect(proposal).toEqual({ rule: 'split', paid: ['early', 'late'] });
});

test('nobody is proposed where the rule asks', () => {
  expect(propose({ rule: 'ask', days: 7 }, [early, late])).toBeNull();
});
