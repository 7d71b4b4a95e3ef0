import * as v from 'valibot';
import { NAME_MAX, NAME_MIN, PHONE_MAX } from './limits.ts';
import { ClaimedTime, Email, Id, OptionalAddress, OptionalPhone, text, Timestamp } from './text.ts';

export const REFERRAL_STATUSES = ['submitted', 'contact_made', 'in_progress', 'completed'] as const;
export const ReferralStatus = v.picklist(REFERRAL_STATUSES, 'Must be a known status');
export type ReferralStatus = v.InferOutput<typeof ReferralStatus>;

/** Labels of SPEC §4. */
export const REFERRAL_STATUS_LABELS: Readonly<Record<ReferralStatus, string>> = {
  submitted: 'Submitted',
  contact_made: 'Contact Made',
  in_progress: 'In Progress',
  completed: 'Completed',
};

/** The label of a stored status; whatever is unknown shows as Pending (SPEC §4). */
export function referralStatusLabel(status: string): string {
  const known = v.safeParse(ReferralStatus, status);
  return known.success ? REFERRAL_STATUS_LABELS[known.output] : 'Pending';
}

/** A referral as it leaves the server; `status` stays open so that an older app still reads newer ones. */
export const Referral = v.object({
  id: Id,
  userId: Id,
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
  date: Timestamp,
  status: v.string(),
  reward: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Referral = v.InferOutput<typeof Referral>;

export const AdminReferral = v.object({
  ...Referral.entries,
  referrerName: v.string(),
  referrerEmail: v.string(),
});
export type AdminReferral = v.InferOutput<typeof AdminReferral>;

export const PersonName = text(NAME_MIN, NAME_MAX, `Name must be at least ${NAME_MIN} characters`);

const referralFields = {
  name: PersonName,
  email: Email,
  phone: OptionalPhone,
  address: OptionalAddress,
  date: v.optional(v.nullable(ClaimedTime)),
};

/** A referral being handed in; without `id` the server makes one. */
export const NewReferral = v.object({ id: v.optional(Id), ...referralFields });
export type NewReferral = v.InferOutput<typeof NewReferral>;

/** A row of a push: the device has given it its id, which makes sending it again harmless. */
export const PushRow = v.object({ id: Id, ...referralFields });
export type PushRow = v.InferOutput<typeof PushRow>;

/** The add-referral form, where a phone number is required (SPEC §5). */
export const ReferralForm = v.object({
  name: PersonName,
  email: Email,
  phone: text(1, PHONE_MAX, 'Phone number is required'),
  address: OptionalAddress,
});
export type ReferralForm = v.InferOutput<typeof ReferralForm>;

export const ReferralStatusChange = v.object({ status: ReferralStatus });
export type ReferralStatusChange = v.InferOutput<typeof ReferralStatusChange>;
