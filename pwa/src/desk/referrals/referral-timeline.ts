import type { ReferralEvent } from '@sunloop/shared-types/ground/audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@sunloop/shared-types/limits.ts';
import {
  CALL_OUTCOME_LABELS,
  type CallOutcome,
  type ReferralCall,
} from '@sunloop/shared-types/referrals/calls.ts';
import {
  type AdminReferral,
  referralStatusLabel,
} from '@sunloop/shared-types/referrals/referral.ts';
import { formatMoment, formatShortDay } from '../../lib/format-date.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { TimelineEvent } from '../../ui/timeline.tsx';
import { isLate } from './desk-row.ts';
import { toneOf } from '../../ui/status-tone.ts';

type TimedEvent = Omit<TimelineEvent, 'when'> & { at: number };

/** What happened to a referral and who did it, oldest first. Its calls say more than their lines in the log. */
export function eventsOf(
  referral: AdminReferral,
  events: readonly ReferralEvent[],
  calls: readonly ReferralCall[] = [],
): TimelineEvent[] {
  const others = events.filter(({ action }) => action !== 'referral.call');
  return [...arrivalOf(referral), ...others.map(happeningOf), ...calls.map(callOf)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ...event }) => ({ ...event, when: formatMoment(at) }));
}

/** The device's time is its own claim; the server's time is when it arrived. */
function arrivalOf(referral: AdminReferral): TimedEvent[] {
  const { date, createdAt, referrerName } = referral;
  const taken: TimedEvent = {
    key: 'taken',
    icon: 'plus',
    tone: 'plain',
    title: 'Added',
    detail: `by ${referrerName}`,
    at: Date.parse(date),
  };
  const late = isLate(referral);
  const reached: TimedEvent = {
    key: 'reached',
    icon: late ? 'clock' : 'check',
    tone: late ? 'wait' : 'plain',
    title: 'Received',
    at: Date.parse(createdAt),
    ...(late && { detail: `Arrived late: ${delayText(Date.parse(createdAt) - Date.parse(date))}` }),
  };
  return [taken, reached];
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** A time in the largest unit that fits, as in '3 hours after it was added'. */
function delayText(delayMs: number): string {
  const [unit, size] = UNITS.find(([, ms]) => delayMs >= ms) ?? UNITS[2];
  const count = Math.round(delayMs / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} after it was added`;
}

/** What was done otherwise. */
const TITLES: Readonly<Record<string, string>> = {
  'referral.keep_duplicates': 'Decided: different people',
  'referral.not_mine': 'Called ‘not mine’ by their referrer',
  'referral.keep_taken': 'Decided: it stays',
  'do_not_contact.mark': 'Marked: do not contact',
  'referral.forget': 'Forgotten',
  'referral.take': 'Taken over',
  'referral.give_back': 'Given back',
};

const CALL_TONES = {
  reached: 'good',
  no_answer: 'plain',
  call_back: 'wait',
  not_interested: 'bad',
} as const satisfies Record<CallOutcome, Tone>;

function callOf(call: ReferralCall): TimedEvent {
  const { id, outcome, callBackOn, note, isShared, username } = call;
  const day = callBackOn === null ? '' : ` on ${formatShortDay(`${callBackOn}T00:00`)}`;
  const shared = isShared && note !== '' ? 'shared with the referrer' : '';
  const told = [note, shared, username === null ? '' : `by ${username}`].filter(Boolean);
  const title = `Call: ${CALL_OUTCOME_LABELS[outcome].toLowerCase()}${day}`;
  const at = Date.parse(call.calledAt);
  return {
    key: id,
    icon: 'phone',
    tone: CALL_TONES[outcome],
    title,
    detail: told.join(' · '),
    at,
  };
}

function happeningOf(event: ReferralEvent): TimedEvent {
  const { id, action, details, changes, username, createdAt } = event;
  const at = Date.parse(createdAt);
  const who = username === null ? '' : `by ${username}`;
  const { from, to } = changes?.find(({ field }) => field === 'status') ?? {};
  if (from && to) {
    const detail = [`from ${referralStatusLabel(from)}`, who].filter(Boolean).join(', ');
    const title = `Set to ${referralStatusLabel(to)}`;
    return { key: id, icon: 'sync', tone: toneOf(to), title, detail, at };
  }
  const paid = changes?.find(({ field }) => field === 'paid')?.to;
  if (paid) {
    const title = `Decided: paid ${paid}`;
    return { key: id, icon: 'people', tone: 'plain', title, detail: who, at };
  }
  const detail = [details ?? '', who].filter(Boolean).join(', ');
  return { key: id, icon: 'edit', tone: 'plain', title: TITLES[action] ?? action, detail, at };
}
