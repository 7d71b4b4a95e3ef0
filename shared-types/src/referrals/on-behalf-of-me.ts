import * as v from 'valibot';
import type { Route } from '../route.ts';
import { ById, Id, Timestamp } from '../values/text.ts';

/** Who took a referral that was erased since. */
export const FORMER_COLLEAGUE = 'a former colleague';

/** Who took one of the person's referrals for them, and what they and the office said of it. */
export const OnBehalfOfMe = v.object({
  id: Id,
  /** A display name, or `FORMER_COLLEAGUE`. */
  takenBy: v.string(),
  /** When the person said that it is not theirs. */
  notMineAt: v.nullable(Timestamp),
  /** When the office decided that it stays. */
  keptAt: v.nullable(Timestamp),
});
export type OnBehalfOfMe = v.InferOutput<typeof OnBehalfOfMe>;

/** Apart from the other calls of a customer, because the app loads it with the list of referrals. */
export const onBehalfOfMeRoutes = {
  takenForMe: {
    method: 'GET',
    path: '/api/referrals/taken',
    access: 'session',
    answers: { 200: v.array(OnBehalfOfMe) },
  },
  /** Has an admin decide; until then nothing is paid for it. */
  notMine: {
    method: 'POST',
    path: '/api/referrals/:id/not-mine',
    access: 'session',
    params: ById,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
