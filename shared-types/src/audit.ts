import * as v from 'valibot';

/** One changed value, as text; null is none. */
export const AuditChange = v.object({
  field: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
});
export type AuditChange = v.InferOutput<typeof AuditChange>;

/** What an audit line changed; null if its details alone tell, absent in answers of older versions. */
export const AuditChanges = v.nullish(v.array(AuditChange));

/** A change as a person reads it: `role: customer → admin`; of a status without its name: `open → closed`, `was open`. */
export function describeChange({ field, from, to }: AuditChange): string {
  if (field !== 'status') return `${field}: ${from ?? 'none'} → ${to ?? 'none'}`;
  return to === null ? `was ${from}` : `${from} → ${to}`;
}
