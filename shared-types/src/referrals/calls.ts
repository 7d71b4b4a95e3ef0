import * as v from 'valibot';
import { Day } from '../values/day.ts';
import { CALL_NOTE_MAX } from '../limits.ts';
import { ClaimedTime, Id, text, Timestamp } from '../values/text.ts';

/** How a call to somebody who was referred ended, in the order of the keys 1 to 4. */
export const CALL_OUTCOMES = ['reached', 'no_answer', 'call_back', 'not_interested'] as const;
export const CallOutcome = v.picklist(CALL_OUTCOMES, 'Must be a known outcome');
export type CallOutcome = v.InferOutput<typeof CallOutcome>;

export const CALL_OUTCOME_LABELS: Readonly<Record<CallOutcome, string>> = {
  reached: 'Reached',
  no_answer: 'No answer',
  call_back: 'Call back',
  not_interested: 'Not interested',
};

/** Whether somebody was spoken to who decided something: a submitted referral becomes a contacted one. */
export const isContact = (outcome: CallOutcome) =>
  outcome === 'reached' || outcome === 'not_interested';

/** What an admin notes about a call. It has happened, so it never conflicts with a status. */
const callFields = {
  outcome: CallOutcome,
  /** The day to call again, of a `call_back`. */
  callBackOn: v.optional(v.nullable(Day), null),
  note: v.optional(text(0, CALL_NOTE_MAX), ''),
  /** Whether the referrer may read the note. */
  isShared: v.optional(v.boolean(), false),
};

/** The day of a claimed time where it was claimed, such as `2026-11-27`. */
const claimedDay = (time: string) => time.slice(0, 'YYYY-MM-DD'.length);

/** A call as an act of an outbox; `key` is its own id, under which it is stored once. */
export const CallAct = v.pipe(
  v.object({
    act: v.literal('call'),
    /** Of the referral. */
    id: Id,
    key: Id,
    ...callFields,
    /** When it ended, with the zone of the device: the days to call again are counted there. */
    calledAt: ClaimedTime,
  }),
  v.forward(
    v.check(
      ({ outcome, callBackOn }) => (outcome === 'call_back') === (callBackOn !== null),
      'Must be a day if they are to be called back, and none otherwise',
    ),
    ['callBackOn'],
  ),
  v.forward(
    v.check(
      ({ callBackOn, calledAt }) => callBackOn === null || callBackOn >= claimedDay(calledAt),
      'Must not be before the call',
    ),
    ['callBackOn'],
  ),
);
export type CallAct = v.InferOutput<typeof CallAct>;

/** A call that was made, as admins see it. */
export const ReferralCall = v.object({
  id: Id,
  outcome: CallOutcome,
  callBackOn: v.nullable(v.string()),
  note: v.string(),
  isShared: v.boolean(),
  calledAt: Timestamp,
  /** The admin who called. */
  username: v.nullable(v.string()),
});
export type ReferralCall = v.InferOutput<typeof ReferralCall>;

/** Who looks after a referral, and the day they are to be called again. */
export const Lead = v.object({
  ownerId: v.nullable(Id),
  ownerName: v.nullable(v.string()),
  /** Such as `2026-11-27`. */
  dueOn: v.nullable(v.string()),
});
export type Lead = v.InferOutput<typeof Lead>;
