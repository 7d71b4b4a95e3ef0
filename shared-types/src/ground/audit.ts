import * as v from 'valibot';
import { Id, Timestamp } from '../values/text.ts';

/** One changed value, as text; null is none. */
const AuditChange = v.object({
  field: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type AuditChange = v.InferOutput<typeof AuditChange>;

/** What a line changed; null if its details alone tell, absent in answers of older versions. */
const AuditChanges = v.optional(v.nullable(v.array(AuditChange)));

/** A change as a person reads it: `role: customer → admin`; of a status without its name: `open → closed`, `was open`. */
export function describeChange({ field, from, to }: AuditChange): string {
  if (field !== 'status') return `${field}: ${from ?? 'none'} → ${to ?? 'none'}`;
  return to === null ? `was ${from}` : `${from} → ${to}`;
}

export const AuditLog = v.object({
  id: Id,
  userId: v.nullable(Id),
  username: v.nullable(v.string()),
  action: v.string(),
  entity: v.string(),
  entityId: v.nullable(v.string()),
  /** By name, whose account, referral, quote or payouts it was; null if nobody's or gone, absent in answers of older versions. */
  subject: v.optional(v.nullable(v.string())),
  details: v.nullable(v.string()),
  changes: AuditChanges,
  ipAddress: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  createdAt: Timestamp,
});
export type AuditLog = v.InferOutput<typeof AuditLog>;

/** One thing that happened to a referral, from the audit log. */
export const ReferralEvent = v.object({
  id: Id,
  action: v.string(),
  details: v.nullable(v.string()),
  changes: AuditChanges,
  username: v.nullable(v.string()),
  createdAt: Timestamp,
});
export type ReferralEvent = v.InferOutput<typeof ReferralEvent>;
