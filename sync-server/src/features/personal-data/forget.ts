import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  ERASED_EMAIL_END,
  REFERRAL_FIELDS,
  type ReferralContent,
  type ReferralField,
} from '@sunloop/shared-types';
import { eraseNamesInLedgerOf } from '../rewards/erase-names.ts';

interface Person {
  readonly id: string;
  /** The email as it was. */
  readonly email: string;
}

const FORGET_WAYS_IN = [
  'delete from sessions where user_id = :id',
  'delete from login_attempts where email = lower(:email)',
  'delete from one_time_links where user_id = :id',
  'delete from passkeys where user_id = :id',
  'delete from one_time_codes where user_id = :id',
  'delete from recovery_codes where user_id = :id',
  'delete from sign_in_steps where user_id = :id',
  // Their previous address has just been added by the trigger.
  'delete from earlier_emails where user_id = :id',
];

/** Fields a person typed that may not be null. */
type RequiredField = {
  [Field in ReferralField]: null extends ReferralContent[Field] ? never : Field;
}[ReferralField];

// The id keeps the emails of erased people distinct.
const ERASED: Readonly<Record<RequiredField, string>> = {
  name: `'Erased person'`,
  email: `id || '${ERASED_EMAIL_END}'`,
};
const erasedOf = (field: ReferralField) =>
  field in ERASED ? ERASED[field as RequiredField] : 'null';

// Status, reward and dates stay: they are the company's figures.
const FORGET_REFERRED = `
  update referrals set ${REFERRAL_FIELDS.map((field) => `${field} = ${erasedOf(field)}`).join(', ')}
  where user_id = :id`;

// The person's own requests, also under an earlier email; those that others made through their link belong to the others.
const FORGET_QUOTES = `
  update quotes set name = 'Erased person', email = id || '${ERASED_EMAIL_END}', phone = '', address = null,
    message = null, owner_id = null
  where lower(email) = lower(:email) or owner_id = :id`;

// Of what was changed about them, only role and access remain, since no name is among those. How many sessions were ended
// is a number.
const FORGET_CHANGES = `
  update audit_logs set (changes, details) = (
    select jsonb_agg(change order by nth),
      string_agg(format('%s: %s → %s', change->>'field', change->>'from', change->>'to'), '; ' order by nth)
    from jsonb_array_elements(changes) with ordinality as kept(change, nth)
    where change->>'field' in ('role', 'isActive'))
  where entity = 'user' and entity_id = :id and action <> 'user.end_sessions' and details is not null`;

// A reference may name them. How and when they were paid stays.
const FORGET_REFERENCES = `
  update payout_marks m set reference = null from reward_history h
  where h.user_id = :id and m.reward_id = h.id and m.reference is not null`;

// What was said with those they referred, and whom they looked after as an admin.
const FORGET_NOTES = `
  update calls c set note = '' from referrals r
  where r.user_id = :id and c.referral_id = r.id and c.note <> ''`;
// What was written to them, or to an address that was theirs.
const FORGET_MESSAGES =
  'delete from outgoing_messages where user_id = :id or lower(recipient) = lower(:email)';
const FORGET_LEADS = 'update leads set owner_id = null where owner_id = :id';

const FORGET = [
  ...FORGET_WAYS_IN,
  FORGET_REFERRED,
  FORGET_QUOTES,
  FORGET_CHANGES,
  FORGET_REFERENCES,
  FORGET_NOTES,
  FORGET_LEADS,
  FORGET_MESSAGES,
];

/** Removes the texts about a person and those they referred, and the ways into the account. */
export async function forgetTexts(tx: SqlEntityManager, person: Person): Promise<void> {
  for (const statement of FORGET) {
    await tx.execute(statement, { ...person });
  }
  await eraseNamesInLedgerOf(tx, person.id);
}

/** Removes the addresses and browsers from which a person did what the audit log records. */
export async function forgetPlaces(tx: SqlEntityManager, id: string): Promise<void> {
  await tx.execute('update audit_logs set ip_address = null, user_agent = null where user_id = ?', [
    id,
  ]);
}
