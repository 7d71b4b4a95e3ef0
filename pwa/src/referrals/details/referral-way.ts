import { isPast } from '../../lib/is-past.ts';
import type { UsualDays } from '@sunloop/shared-types/program/own-ladder.ts';
import type { RewardHistoryItem } from '@sunloop/shared-types/program/reward.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { formatDay } from '../../lib/format-date.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';

/** The steps, with what happens before each is done; the operator sets how long that usually takes. */
const STEPS = [
  { key: 'submitted', title: 'Submitted', ahead: '' },
  { key: 'contact_made', title: 'Contacted', ahead: 'We call them' },
  { key: 'in_progress', title: 'In progress', ahead: 'We visit and plan' },
  { key: 'completed', title: 'Installed', ahead: 'Panels go up' },
  { key: 'paid', title: 'Paid', ahead: 'Your reward follows' },
] as const;

type Reward = Pick<RewardHistoryItem, 'date' | 'paidAt' | 'paidHow'>;

/** What is known beside a referral. */
interface Beside {
  reward?: Reward | undefined;
  usual?: UsualDays | undefined;
  /** By when its reward is usually paid. */
  dueAt?: string | undefined;
  /** When today began; epoch milliseconds. */
  day: number;
}

/** The five steps of a referral, tracked like a parcel: when each was done, what comes next and how soon. */
export function wayOf(
  referral: Referral,
  { reward, usual, dueAt, day: today }: Beside,
): TimelineEvent[] {
  const { status, createdAt, updatedAt, share } = referral;
  const at = Math.max(
    0,
    STEPS.findIndex(({ key }) => key === (reward?.paidAt ? 'paid' : status)),
  );
  const days = new Map<string, string | null | undefined>([
    [status, updatedAt],
    ['submitted', createdAt],
    ['completed', reward?.date ?? (status === 'completed' ? updatedAt : undefined)],
    ['paid', reward?.paidAt],
  ]);
  // One that is not paid ends with its install.
  const steps = share === 0 ? STEPS.slice(0, -1) : STEPS;
  return steps.map(({ key, title, ahead }, index) => {
    const day = index <= at ? days.get(key) : undefined;
    return {
      key,
      title,
      icon: index <= at ? 'check' : 'clock',
      tone: index <= at ? 'good' : index === at + 1 ? 'wait' : 'plain',
      when: day ? formatDay(day) : '',
      detail:
        index === at + 1
          ? key === 'paid' && dueAt
            ? dueWords(dueAt, today)
            : `Next: ${ahead}${usually(key === 'submitted' ? '' : usual?.[key])}.`
          : key === 'paid'
            ? reward?.paidHow
            : undefined,
    };
  });
}

/** A day that has passed is said, not how long it usually takes. */
const dueWords = (dueAt: string, day: number) =>
  isPast(dueAt, day)
    ? `Your reward is late: it was due ${formatDay(dueAt)}. Call us.`
    : `Next: Your reward follows by ${formatDay(dueAt)}.`;

const usually = (days: string | undefined) => (days ? `, usually ${days}` : '');
