import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { CENTS_PER_DOLLAR, formatCents } from '@sunloop/shared-types/values/money.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import type { DeskIconName } from '../../../ui/desk/icon.tsx';

/** One thing to do, in a sentence that begins with its verb, and where it is done. */
export interface Task {
  /** 'Call 26 people'. */
  words: string;
  verb: string;
  icon: DeskIconName;
  /** Since when the oldest of it waits; null if that is not known. */
  since: string | null;
  search: Readonly<Record<string, string>>;
}

/** '1 pair', '26 pairs'. */
export const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What an older answer does not count. */
const NONE = { count: 0, since: null, id: null };

/** What waits for an admin, in the order of its haste; undefined if an older answer does not say. */
export function tasksOf({ work, totalOwed = 0 }: AdminStats): Task[] | undefined {
  if (!work) return undefined;
  const { calls, quotes, payouts, duplicates, devices = NONE, notMine = NONE } = work;
  const owed = formatCents(Math.round(totalOwed * CENTS_PER_DOLLAR));
  const pairs = `${duplicates.isMore ? 'more than ' : ''}${counted(duplicates.count, 'pair', 'pairs')}`;
  const tasks: (Task & { count: number })[] = [
    {
      ...calls,
      words: `Call ${counted(calls.count, 'person', 'people')}`,
      verb: 'Call',
      icon: 'phone',
      search: { panel: 'calls' },
    },
    {
      ...quotes,
      words: `Answer ${counted(quotes.count, 'quote', 'quotes')}`,
      verb: 'Answer',
      icon: 'mail',
      search: { panel: 'quotes', status: 'open' },
    },
    {
      ...payouts,
      words: `Pay ${owed} to ${counted(payouts.count, 'person', 'people')}`,
      verb: 'Pay',
      icon: 'gift',
      search: { panel: 'programme', tab: 'payouts' },
    },
    {
      ...duplicates,
      words: `Check ${pairs}`,
      verb: 'Check',
      icon: 'people',
      // The list opens its first pair by itself.
      search: { panel: 'referrals', status: 'duplicate', id: 'first' },
    },
    {
      ...devices,
      words: `Ask about ${counted(devices.count, 'device', 'devices')} with referrals we have not received`,
      verb: 'Ask',
      icon: 'device',
      search: { panel: 'devices' },
    },
    {
      ...notMine,
      words: `Decide about ${counted(notMine.count, 'referral', 'referrals')} called ‘not mine’`,
      verb: 'Decide',
      icon: 'people',
      search: { panel: 'referrals', id: notMine.id ?? '' },
    },
  ];
  return tasks.filter(({ count }) => count > 0);
}
