import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { DoNotContact } from '@sunloop/shared-types/referrals/do-not-contact.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { digitsOf } from '@sunloop/shared-types/values/digits.ts';
import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, type Run } from '../../db/query/statement.ts';

/** As many last digits of a marked phone as a row's must contain before it is read. */
const LAST_DIGITS = 4;

const ENDS = `(select string_agg(distinct right(p, ${LAST_DIGITS}), '|')
  from do_not_contact, unnest(phones) p)`;

/**
 * Whether a new row `g` may be about somebody who is not to be contacted: by its email, or by a phone that has the last
 * digits of a marked one, or letters and signs by which only `readPhones` can tell. Costs nothing while nobody is marked.
 */
export const MAY_BE_MARKED = `(lower(g.email) in (select email from do_not_contact)
  or coalesce(${ENDS} is not null and (regexp_replace(g.phone, '[^0-9]', '', 'g') ~ ${ENDS}
    or g.phone ~ '[^-0-9 ()+./]'), false))`;

const FIND_MARKS = defineStatement(
  'find-do-not-contact',
  `select m.id, m.email, m.phones, coalesce((select value from system_settings
     where key = 'general.default_country'), '') as country from do_not_contact m`,
);

interface Mark {
  readonly id: string;
  readonly email: string;
  readonly phones: string[];
  readonly country: string;
}

type Reach = Pick<PushRow, 'email' | 'phone'>;

/** The phones of a field as they are compared. */
export const comparedPhones = (written: string | null | undefined, country: string) =>
  readPhones(written ?? null, country).flatMap(({ compared }) => (compared === '' ? [] : compared));

/** Finds the mark of somebody who is not to be contacted, by email or phone; answers its id. */
export async function findMarks(run: Run): Promise<(person: Reach) => string | undefined> {
  const marks = await run<Mark>(FIND_MARKS, []);
  const byEmail = new Map(marks.map(({ id, email }) => [email, id]));
  const byPhone = new Map(
    marks.flatMap(({ id, phones }) => phones.map((phone) => [phone, id] as const)),
  );
  const ends = [...new Set([...byPhone.keys()].map((phone) => phone.slice(-LAST_DIGITS)))];
  const country = marks[0]?.country ?? '';
  // Reading a phone takes a tenth of a millisecond.
  const mayBe = (phone: string) => {
    const digits = digitsOf(phone);
    return /[^-\d ()+./]/.test(phone) || ends.some((end) => digits.includes(end));
  };
  return ({ email, phone }) => {
    const byItsEmail = byEmail.get(email.toLowerCase());
    if (byItsEmail || !phone || ends.length === 0 || !mayBe(phone)) return byItsEmail;
    const found = comparedPhones(phone, country).find((one) => byPhone.has(one));
    return found && byPhone.get(found);
  };
}

const LIST = `
  select m.id, m.name, m.email, m.phone, m.reason, ${isoTime('m.marked_at', 'markedAt')},
    u.username as "markedBy"
  from do_not_contact m left join users u on u.id = m.marked_by`;

/** Who is not to be contacted, the newest mark first. */
export function findDoNotContact(em: SqlEntityManager): Promise<DoNotContact[]> {
  return em.execute<DoNotContact[]>(`${LIST} order by m.marked_at desc, m.id desc`);
}

/** The mark of a person, by email or phone. */
export async function findMarkOf(
  em: SqlEntityManager,
  { email, phone }: { email: string; phone: string | null },
  country: string,
): Promise<DoNotContact | null> {
  const phones = comparedPhones(phone, country);
  const [mark] = await em.execute<DoNotContact[]>(
    `${LIST} where m.email = lower(:email)
       or m.phones && array(select jsonb_array_elements_text(:phones::jsonb))
     order by m.marked_at desc limit 1`,
    { email, phones: JSON.stringify(phones) },
  );
  return mark ?? null;
}

/** Whether the row of a call list or of quote requests was not there when its person was marked. */
export const isUnmarked = (id: string) =>
  `not exists (select from do_not_contact_rows d where d.row_id = ${id})`;
