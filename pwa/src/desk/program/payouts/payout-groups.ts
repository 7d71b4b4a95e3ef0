import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';
import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { isSought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import { formatLongUtcDay } from '../../../lib/format-utc.ts';

/** Lines of the ledger added up, in cents. */
export type PayoutSum = {
  lines: number;
  cents: number;
  paidCents: number;
  unpaidCents: number;
  unpaidLines: number;
  reversals: number;
  reversedCents: number;
};

/** What one user earned in a month. */
export type PayoutGroup = {
  userId: string;
  username: string;
  email: string;
  lines: Payout[];
  sum: PayoutSum;
};

export const PAYOUT_STATES = ['all', 'unpaid', 'paid'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
export const PAYOUT_STATE_LABELS: Readonly<Record<PayoutState, string>> = {
  all: 'Everybody',
  unpaid: 'To pay',
  paid: 'Paid',
};

/** Whether a ledger line takes a reward back (DESIGN.md, Rewards). */
export function isReversal({ amount, amountCents }: Payout): boolean {
  return amountCents < 0 || amount.startsWith('-') || amount.startsWith('Reversed:');
}

export function sumOf(lines: readonly Payout[]): PayoutSum {
  const centsOf = (some: readonly Payout[]) =>
    some.reduce((sum, line) => sum + line.amountCents, 0);
  const unpaid = lines.filter(({ paidAt }) => paidAt === null);
  const reversals = lines.filter(isReversal);
  const [cents, unpaidCents] = [centsOf(lines), centsOf(unpaid)];
  return {
    lines: lines.length,
    cents,
    paidCents: cents - unpaidCents,
    unpaidCents,
    unpaidLines: unpaid.length,
    reversals: reversals.length,
    reversedCents: centsOf(reversals),
  };
}

/** The lines grouped by user, sorted by name. */
export function groupByUser(lines: readonly Payout[]): PayoutGroup[] {
  const groups = new Map<string, Payout[]>();
  for (const line of lines) {
    const group = groups.get(line.userId);
    if (group) group.push(line);
    else groups.set(line.userId, [line]);
  }
  return [...groups]
    .map(([userId, own]) => ({
      userId,
      username: own[0]?.username ?? '',
      email: own[0]?.email ?? '',
      lines: own,
      sum: sumOf(own),
    }))
    .toSorted((a, b) => NAMES.compare(a.username, b.username));
}

const NAMES = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** The filter a user is listed under: paid only if all their lines are. */
export function stateOf({ sum }: PayoutGroup): Exclude<PayoutState, 'all'> {
  return sum.unpaidLines === 0 ? 'paid' : 'unpaid';
}

/** The users whose name or email contains what was typed. */
export function searchGroups(groups: readonly PayoutGroup[], q: string): readonly PayoutGroup[] {
  const sought = soughtIn(q);
  if (sought.texts.length === 0) return groups;
  return groups.filter(({ username, email }) => isSought(sought, [username, email]));
}

/** '3 rewards, $800 in all, with 1 taken back (-$300)'. */
export function sumText({ lines, cents, reversals, reversedCents }: PayoutSum): string {
  const count = lines === 1 ? '1 reward' : `${lines.toLocaleString('en-US')} rewards`;
  const text = `${count}, ${formatCents(cents)} in all`;
  if (reversals === 0) return text;
  return `${text}, with ${reversals.toLocaleString('en-US')} taken back (${formatCents(reversedCents)})`;
}

/** The day at the office on which a line was earned or paid: 'Nov 27, 2026'. */
export const payoutDay = (moment: string, timeZone: string | undefined) =>
  formatLongUtcDay(officeDay(Date.parse(moment), timeZone));
