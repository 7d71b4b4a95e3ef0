import * as v from 'valibot';
import { Email } from '../values/email.ts';
import { NAME_MAX, NAME_MIN, PHONE_MAX } from '../limits.ts';
import {
  Id,
  OptionalAddress,
  OptionalClaimedTime,
  OptionalPhone,
  text,
  Timestamp,
} from '../values/text.ts';
import { visibleName } from '../values/visible-name.ts';

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

/** The label of a stored status; an unknown one shows as Pending (SPEC §4). */
export function referralStatusLabel(status: string): string {
  const known = v.safeParse(ReferralStatus, status);
  return known.success ? REFERRAL_STATUS_LABELS[known.output] : 'Pending';
}

/**
 * What a person types about somebody they refer, in the order it is shown. This is the only list of it: each
 * field is named like its column, one word in lower case. Code that handles all of them uses this list or a
 * record keyed by it, so that a new field is carried everywhere or does not compile.
 */
export const REFERRAL_FIELDS = ['name', 'email', 'phone', 'address'] as const;
export type ReferralField = (typeof REFERRAL_FIELDS)[number];

/** The fields as stored. A nullable one is cleared when the referrer is erased. */
const storedFields = {
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
} satisfies Record<ReferralField, v.GenericSchema>;

/** The version of the words the referrer agreed to; 0 if they were asked and did not, null if nobody asked. */
const Permission = v.optional(
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999))),
);

/**
 * Set when the same person was also referred by others and an admin decided who is paid: 0 pays nothing, 1 in full, more a part
 * of so many.
 */
const Share = v.optional(v.nullable(v.number()));

/** A referral as it leaves the server; `status` stays open so that an older app still reads newer ones. */
export const Referral = v.object({
  id: Id,
  userId: Id,
  ...storedFields,
  permission: Permission,
  date: Timestamp,
  status: v.string(),
  reward: v.string(),
  share: Share,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Referral = v.InferOutput<typeof Referral>;

export const AdminReferral = v.object({
  ...Referral.entries,
  /** When the referrer said so, by their device; null without permission. */
  permissionAt: v.optional(v.nullable(Timestamp)),
  referrerName: v.string(),
  referrerEmail: v.string(),
});
export type AdminReferral = v.InferOutput<typeof AdminReferral>;

export const PersonName = visibleName('Name', NAME_MIN, NAME_MAX);

/** The fields as submitted. */
const givenFields = {
  name: PersonName,
  email: Email,
  phone: OptionalPhone,
  address: OptionalAddress,
} satisfies Record<ReferralField, v.GenericSchema>;

const referralFields = { ...givenFields, permission: Permission, date: OptionalClaimedTime };

/** A referral being submitted; without `id` the server makes one. */
export const NewReferral = v.object({ id: v.optional(Id), ...referralFields });
export type NewReferral = v.InferOutput<typeof NewReferral>;

/** The same as it arrives: whether its name is visible is judged later, when the stored rows are known. */
export const SentReferral = v.object({
  ...NewReferral.entries,
  name: text(NAME_MIN, NAME_MAX, `Name must be at least ${NAME_MIN} characters`),
});
export type SentReferral = v.InferOutput<typeof SentReferral>;

/** A row of a push: the device has given it its id, which makes sending it again harmless. */
export const PushRow = v.object({ id: Id, ...referralFields });
export type PushRow = v.InferOutput<typeof PushRow>;

/** The add-referral form, where a phone number is required (SPEC §5). */
export const ReferralForm = v.object({
  ...givenFields,
  phone: text(1, PHONE_MAX, 'Phone number is required'),
  /** Empty unless the box of `PERMISSION_WORDS` is ticked. */
  permission: v.string(),
});
export type ReferralForm = v.InferOutput<typeof ReferralForm>;

/** With `expected` the change is refused (409 `changed_meanwhile`) if another status is stored by now. */
export const ReferralStatusChange = v.object({
  status: ReferralStatus,
  expected: v.optional(v.string()),
});
export type ReferralStatusChange = v.InferOutput<typeof ReferralStatusChange>;
