import * as v from 'valibot';
import type { Route } from '../route.ts';
import { Id } from '../values/text.ts';

/** Rows of one sealed file; a device with more of them makes several. */
export const COURIER_MAX_ROWS = 1000;
export const COURIER_BODY_LIMIT_BYTES = 1_500_000;

/** How a sealed file is encrypted: a compact JWE (RFC 7516; docs/design.md, Courier). */
export const COURIER_ALGORITHM = 'ECDH-ES';
export const COURIER_ENCRYPTION = 'A256GCM';
export const COURIER_TYPE = 'sunloop-handover';

/** What anybody can read outside of a sealed file, and nobody alter: the server's key, and how many rows are in it. */
export const SealedHeader = v.object({
  typ: v.literal(COURIER_TYPE),
  alg: v.literal(COURIER_ALGORITHM),
  enc: v.literal(COURIER_ENCRYPTION),
  kid: v.string(),
  rows: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type SealedHeader = v.InferOutput<typeof SealedHeader>;

/** What is sealed: whose rows they are, proof that the owner sealed them, and the rows, which are judged one by one. */
export const CourierFile = v.object({
  owner: Id,
  generation: v.pipe(v.number(), v.integer(), v.minValue(0)),
  token: v.string(),
  rows: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(COURIER_MAX_ROWS)),
});
export type CourierFile = v.InferOutput<typeof CourierFile>;

/** Why the server does not take a sealed file; a newer server may have other reasons. */
export type CourierRefusal =
  'tampered' | 'unknown_key' | 'unknown_owner' | 'inactive' | 'erased' | 'ended';

/**
 * A sealed file is taken as a whole, with how many rows are in it, or refused with why: what becomes of its rows is
 * between the server and their owner.
 */
export const CourierAnswer = v.object({
  outcome: v.picklist(['delivered', 'refused']),
  rows: v.optional(v.number()),
  why: v.optional(v.string()),
});
export type CourierAnswer = v.InferOutput<typeof CourierAnswer>;

/** Any signed-in person may carry somebody else's file: apart, because few ever do. */
export const courierRoutes = {
  deliverHandover: {
    method: 'POST',
    path: '/api/handovers',
    access: 'session',
    body: v.object({ sealed: v.pipe(v.string(), v.minLength(1, 'Must be a sealed file')) }),
    answers: { 200: CourierAnswer },
    bodyLimitBytes: COURIER_BODY_LIMIT_BYTES,
  },
} as const satisfies Record<string, Route>;
