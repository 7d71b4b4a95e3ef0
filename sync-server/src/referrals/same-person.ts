import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ForgottenPerson } from '@sunloop/shared-types/referrals/admin-forget.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { emailMailbox } from '@sunloop/shared-types/values/email-person.ts';
import type { QuoteStatus } from '@sunloop/shared-types/visitors/quotes.ts';
import { isEmptied } from '../db/query/is-emptied.ts';
import { comparedPhones } from './do-not-contact/marks.ts';
import { CHANGED_LATELY } from './list/search-mark.ts';
import { ADMIN_REFERRAL_COLUMNS } from './queries.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** The person of a referral or of a quote request; undefined without such a row, or if they were forgotten. */
export async function findPerson(
  em: SqlEntityManager,
  { of, id }: ForgottenPerson,
): Promise<Person | undefined> {
  const table = of === 'referral' ? 'referrals' : 'quotes';
  const sql = `select name, email, phone from ${table} p where id = ? and not (${isEmptied('p')})`;
  return (await em.execute<Person[]>(sql, [id]))[0];
}

/** Of what changed lately, only phones with letters or the last digits of one of those sought are read. */
const LAST_DIGITS = 4;

// By the indexes of the search table, which does not have what changed lately. As an array, for which the planner
// expects few ids; as a table it expected a thousand each and read all referrals.
const MAY_BE_SAME = `
  select s.id from referral_search s
    where email_mailbox(s.email) = any (array(select jsonb_array_elements_text(:mailboxes::jsonb) collate "C"))
  union
  select s.id from referral_search s
    where s.phone_tail = any (array(select jsonb_array_elements_text(:phones::jsonb))) and s.phone_tail <> ''
  union
  select c.id from changed c join referrals r on r.id = c.id
    where email_mailbox(r.email) = any (array(select jsonb_array_elements_text(:mailboxes::jsonb)))
    or regexp_replace(folded(coalesce(r.phone, '')), '[^0-9]', '', 'g')
      like any (array(select jsonb_array_elements_text(:ends::jsonb)))
    or folded(coalesce(r.phone, '')) ~ '[a-z]'`;

/** How a person is reached, by which they are known. */
export type Reached = Pick<Person, 'email' | 'phone'>;

interface Sought {
  readonly people: readonly Reached[];
  /** Of phones without a country code. */
  readonly country: string;
  /** How many of the newest are looked at; null: all. */
  readonly max: number | null;
  /** As of `isSamePerson`. */
  readonly keyOf?: (email: string) => string;
}

const lowerOf = (email: string) => email.toLowerCase();

/** Tells whether a row has this email, without case, or one of these phones; with `emailMailbox`, an email like it will do. */
export function isSamePerson({ email, phone }: Reached, country: string, keyOf = lowerOf) {
  const phones = comparedPhones(phone, country);
  return (row: Reached) =>
    keyOf(row.email) === keyOf(email) ||
    (phones.length > 0 && comparedPhones(row.phone, country).some((one) => phones.includes(one)));
}

/** The newest referrals with the email or one of the phones of these people, whoever referred them. */
export async function findSamePeople(
  em: SqlEntityManager,
  { people, country, max, keyOf }: Sought,
): Promise<AdminReferral[]> {
  const phones = people.flatMap(({ phone }) => comparedPhones(phone, country));
  const found = await em.execute<AdminReferral[]>(
    `${CHANGED_LATELY}
     select ${ADMIN_REFERRAL_COLUMNS} from referrals r join users u on u.id = r.user_id
     where r.id = any (array(${MAY_BE_SAME})) order by r.created_at desc, r.id desc limit :max`,
    {
      mailboxes: JSON.stringify(people.map(({ email }) => emailMailbox(email))),
      phones: JSON.stringify(phones),
      ends: JSON.stringify(phones.map((one) => `%${one.slice(-LAST_DIGITS)}%`)),
      max,
    },
  );
  const isOneOf = people.map((person) => isSamePerson(person, country, keyOf));
  return found.filter((row) => isOneOf.some((isSame) => isSame(row)));
}

/** All referrals with this email or one of these phones. */
export function findSamePerson(
  em: SqlEntityManager,
  person: Reached,
  country: string,
): Promise<AdminReferral[]> {
  return findSamePeople(em, { people: [person], country, max: null });
}

type QuoteOf = Person & { readonly id: string; readonly status: QuoteStatus };

/** The quote requests with this email or one of these phones. */
export async function findQuotesOf(
  em: SqlEntityManager,
  person: Reached,
  country: string,
): Promise<QuoteOf[]> {
  const quotes = await em.execute<QuoteOf[]>('select id, email, phone, status from quotes');
  return quotes.filter(isSamePerson(person, country));
}
