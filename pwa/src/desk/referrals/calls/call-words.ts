import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import {
  CALL_OUTCOME_LABELS,
  type CallAct,
  type Lead,
} from '@sunloop/shared-types/referrals/calls.ts';
import { formatShortDay } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { isolate } from '../../../lib/isolate.ts';
import type { Tone } from '../../../ui/badge.tsx';
import type { DueRows } from './due-rows.ts';

/** The day after one. */
export const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A day without a time, as it is called here: 'Dec 3'. */
const dayWords = (day: string) => formatShortDay(`${day}T00:00`);

/** '26 due, 3 overdue'. */
export function countWords({ total, overdue, isMore }: Omit<DueRows, 'rows'>): string {
  const due = `${formatNumber(total)}${isMore ? '+' : ''} due`;
  return overdue === 0 ? due : `${due}, ${formatNumber(overdue)} overdue`;
}

/** Since when somebody is to be called, if a day was set. */
export function dueWords({ dueOn }: Lead, today: string): { text: string; tone: Tone } | undefined {
  if (dueOn === null) return undefined;
  if (dueOn === today) return { text: 'Due today', tone: 'info' };
  const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / DAY_MS);
  if (days < 0) return { text: `Due ${dayWords(dueOn)}`, tone: 'plain' };
  return { text: `Overdue by ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'bad' };
}

/** Who looks after the person. */
export function leadWords({ ownerId, ownerName }: Lead, me: string): string {
  if (ownerId === null) return 'Nobody yet';
  return ownerId === me ? 'Your lead' : `Lead of ${isolate(ownerName ?? 'another admin')}`;
}

/** What the toast says of a call. */
export function notedWords({ outcome, callBackOn }: CallAct, who: string) {
  const name = isolate(who);
  const title = CALL_OUTCOME_LABELS[outcome];
  switch (outcome) {
    case 'reached':
      return { title, description: `${name} was reached.` };
    case 'no_answer':
      return { title, description: `${name} is due again tomorrow.` };
    case 'call_back':
      return { title, description: `${name} is due on ${dayWords(callBackOn ?? '')}.` };
    case 'not_interested':
      return { title, description: `${name} will not be called again.` };
  }
}
