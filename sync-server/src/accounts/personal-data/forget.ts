import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ReferralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS, type ReferralField } from '@sunloop/shared-types/referrals/referral.ts';
import { emptiedEmail, isEmptied } from '../../db/query/is-emptied.ts';
import { eraseNamesInLedgerOf } from '../../program/rewards/erase-names.ts';

const ERASED_NAME = 'Erased person';

interface Person {
  readonly id: string;
  /** The email as it was; null if it was not proven to be theirs. */
  readonly email: string | null;
}

const FORGET_WAYS_IN = [
  'delete from sessions where user_id = :id',
  'delete from login_attempts where user_id = :id or (email = lower(:email) and user_id is null)',
  // Under an address they had and had confirmed; an unconfirmed one may be a stranger's.
  `delete from login_attempts where user_id is null and email_person(email) in (
     select person from earlier_emails where user_id = :id and is_confirmed)`,
  'delete from one_time_links where user_id = :id',
  'delete from passkeys where user_id = :id',
  'delete from one_time_codes where user_id = :id',
  'delete from recovery_codes where user_id = :id',
  'delete from sign_in_steps where user_id = :id',
  // Of referrals that never arrived only ids are here.
  'delete from device_reports where user_id = :id',
  // Their previous address has just been added by the trigger.
  'delete from earlier_emails where user_id = :id',
];

/** Fields a person typed that may not be null. */
type RequiredField = {
  [Field in ReferralField]: null extends ReferralContent[Field] ? never : Field;
}[ReferralField];

const emptiedOf = (row: string, name: string): Readonly<Record<RequiredField, string>> => ({
  name: `'${name}'`,
  email: emptiedEmail(row),
});

/** Empties those of `referrals r` that `which` names. Status, reward and dates stay: they are the company's figures. */
export const emptyReferrals = (which: string, name = ERASED_NAME) => {
  const emptied: Partial<Record<ReferralField, string>> = emptiedOf('r', name);
  const sets = REFERRAL_FIELDS.map((field) => `${field} = ${emptied[field] ?? 'null'}`);
  return `update referrals r set ${sets.join(', ')} where ${which} and not (${isEmptied('r')})`;
};

/** Empties those of `quotes q` that `which` names. */
export const emptyQuotes = (which: string, name = ERASED_NAME) => `
  update quotes q set name = '${name}', email = ${emptiedEmail('q')}, phone = '', address = null,
    message = null, owner_id = null
  where ${which}`;

/** Removes what was said with the people of those of `referrals r` that `which` names. */
export const emptyNotes = (which: string) => `
  update calls c set note = '' from referrals r
  where ${which} and c.referral_id = r.id and c.note <> ''`;

/** Leaves no hash of the people of those of `referrals r` that `which` names, once these are emptied; their receipts stay. */
export const emptyReceipts = (which: string) => `
  update receipts c set person_hash = null from referrals r
  where ${which} and c.referral_id = r.id and c.person_hash is not null`;

const FORGET_REFERRED = emptyReferrals('r.user_id = :id');
// The person's own requests, also under an earlier email; those that others made through their link belong to the others.
const FORGET_QUOTES = emptyQuotes(
  '(q.owner_id = :id or (lower(q.email) = lower(:email) and q.owner_id is null))',
);

// Of what was changed about them, only role and access remain, since no name is among those. How many sessions were ended
// is a number.
const FORGET_CHANGES = `
  update audit_logs set (changes, details) = (
    select jsonb_agg(change order by nth),
      string_agg(format('%s: %s → %s', change->>'field', change->>'from', change->>'to'), '; ' order by nth)
    from jsonb_array_elements(changes) with ordinality as kept(change, nth)
    where change->>'field' in ('role', 'isActive', 'mayTake'))
  where entity = 'user' and entity_id = :id and action <> 'user.end_sessions' and details is not null`;

// A reference may name them. How and when they were paid stays.
const FORGET_REFERENCES = `
  update payout_marks m set reference = null from reward_history h
  where h.user_id = :id and m.reward_id = h.id and m.reference is not null`;

const FORGET_NOTES = emptyNotes('r.user_id = :id');
// What was written to them, and what waits to be looked up for their address.
const FORGET_MESSAGES = `
  delete from outgoing_messages
  where user_id = :id or (user_id is null and lower(recipient) = lower(:email))`;
// Whom they looked after as an admin.
const FORGET_LEADS = 'update leads set owner_id = null where owner_id = :id';

// Whoever took them for the person forgets them; that they took others stays, as an id without a person.
const FORGET_ON_BEHALF = 'delete from taken_referrals where user_id = :id';

const FORGET = [
  ...FORGET_WAYS_IN,
  FORGET_REFERRED,
  emptyReceipts('r.user_id = :id'),
  FORGET_QUOTES,
  FORGET_CHANGES,
  FORGET_REFERENCES,
  FORGET_NOTES,
  FORGET_LEADS,
  FORGET_MESSAGES,
  FORGET_ON_BEHALF,
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
