import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import type { MonthView } from './month-lines.tsx';
import {
  groupByUser,
  payoutDay,
  PAYOUT_STATE_LABELS,
  searchGroups,
  stateOf,
} from './payout-groups.ts';

/** What a line of the ledger says on paper, with days of the office. */
export const printedColumns = (timeZone: string | undefined) =>
  [
    { label: 'Name', text: ({ username }: Payout) => username },
    { label: 'Email', text: ({ email }: Payout) => email },
    { label: 'Reward', text: ({ amount }: Payout) => writeMoney(amount) },
    { label: 'For', text: ({ description }: Payout) => description },
    { label: 'Earned', text: ({ date }: Payout) => payoutDay(date, timeZone) },
    {
      label: 'Paid',
      text: ({ paidAt }: Payout) => (paidAt === null ? 'no' : payoutDay(paidAt, timeZone)),
    },
  ] as const;

/** The lines of those users a view shows, by name. */
export function printedLines(lines: readonly Payout[], { q, state }: MonthView): Payout[] {
  return searchGroups(groupByUser(lines), q)
    .filter((group) => state === 'all' || stateOf(group) === state)
    .flatMap((group) => group.lines);
}

/** What a view is narrowed to, in words. */
export function viewWords({ q, state }: MonthView): string[] {
  return [state === 'all' ? '' : PAYOUT_STATE_LABELS[state], q === '' ? '' : `Search “${q}”`];
}
