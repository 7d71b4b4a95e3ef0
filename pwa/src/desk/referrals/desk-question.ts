import { LABEL_MAX } from '@sunloop/shared-types/limits.ts';
import {
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import type { ListQuestion } from '@sunloop/engine/desk.ts';
import type { DeskView } from './desk-view.ts';

/** The status a view filters by, if it is none of the marks. */
export function statusOf({ status }: Pick<DeskView, 'status'>): ReferralStatus | undefined {
  return REFERRAL_STATUSES.find((one) => one === status);
}

/** What a view asks the server to filter by. */
export function filterOf(view: DeskView): Omit<ListQuestion, 'sort'> {
  const { q, status, referrer, from, to } = view;
  return {
    q: q.trim().slice(0, LABEL_MAX) || undefined,
    status: statusOf(view),
    mark: status === 'duplicate' || status === 'late' ? status : undefined,
    referrer: v.is(Id, referrer) ? referrer : undefined,
    from: from === '' ? undefined : midnightOf(from, 0),
    before: to === '' ? undefined : midnightOf(to, 1),
  };
}

/** What a view asks the server. */
export function questionOf(view: DeskView): ListQuestion {
  return { ...filterOf(view), sort: `${view.isDescending ? '-' : ''}${view.column}` };
}

/** By the calendar of this device: a day on which clocks change has 23 or 25 hours. */
function midnightOf(day: string, daysLater: number): string {
  const midnight = new Date(`${day}T00:00:00`);
  midnight.setDate(midnight.getDate() + daysLater);
  return midnight.toISOString();
}
