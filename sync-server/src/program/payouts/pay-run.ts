import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { PAGE_MAX_ROWS, TAX_FORM_OVER_DOLLARS } from '@sunloop/shared-types/limits.ts';
import type { OwedPerson, PayRun, TaxForm } from '@sunloop/shared-types/program/payouts.ts';
import { CENTS_PER_DOLLAR } from '@sunloop/shared-types/values/money.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { officeDay } from '../../db/query/today.ts';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';

const LINES = `
  select coalesce(json_agg(l), '[]') from (
    select h.id, h.amount, h.amount_cents::float8 as "amountCents", h.description,
      ${isoTime('h.created_at', 'createdAt')}
    from reward_history h where h.user_id = c.user_id and h.paid_at is null order by h.created_at, h.id
  ) l`;
const PAID_THIS_YEAR = `
  select coalesce(sum(h.amount_cents), 0)::float8 from reward_history h
  where h.user_id = c.user_id and h.paid_on >= make_date(:year, 1, 1)
    and h.paid_on < make_date(:year + 1, 1, 1)`;

const OWED = `
  select c.user_id as "userId", u.username, u.email, (c.cents - c.paid_cents)::float8 as "owedCents",
    (${PAID_THIS_YEAR}) as "paidThisYearCents", to_char(t.received_on, 'YYYY-MM-DD') as "formReceivedOn",
    (${LINES}) as lines
  from (
    select c.*, u.name_key from referral_counts c join users u on u.id = c.user_id
    where c.cents > c.paid_cents order by u.name_key, u.id limit :oneMore
  ) c join users u on u.id = c.user_id left join tax_forms t on t.user_id = c.user_id
  order by c.name_key, c.user_id`;

const FORM_OVER = `select value from system_settings where key = 'payouts.form_over_dollars'`;

/** The year of the office's day. */
async function findYear(em: SqlEntityManager, now: Date): Promise<number> {
  const sql = `select extract(year from ${officeDay('?::timestamptz')})::int as year`;
  const [row] = await em.execute<{ year: number }[]>(sql, [now]);
  if (!row) throw new Error('there is no year');
  return row.year;
}

/** Everybody who is owed money as of `now`, at most 500 people, each with the unpaid lines. */
export async function findPayRun(em: SqlEntityManager, now: Date): Promise<PayRun> {
  const year = await findYear(em, now);
  const people = await em.execute<OwedPerson[]>(OWED, { year, oneMore: PAGE_MAX_ROWS + 1 });
  const [setting] = await em.execute<{ value: string }[]>(FORM_OVER);
  const formOver = Number(setting?.value ?? TAX_FORM_OVER_DOLLARS);
  return {
    year,
    formOverCents: Math.round(formOver * CENTS_PER_DOLLAR),
    people: people.slice(0, PAGE_MAX_ROWS),
    isMore: people.length > PAGE_MAX_ROWS,
  };
}

// The user's row is locked, so that two notes of one person take turns.
const FORM_OF = `
  select to_char(t.received_on, 'YYYY-MM-DD') as "receivedOn"
  from (select id from users where id = :id for no key update) u left join tax_forms t on t.user_id = u.id`;
const STORE_FORM = `
  insert into tax_forms (user_id, received_on) values (:id, :receivedOn::date)
  on conflict (user_id) do update set received_on = excluded.received_on`;

/** Notes the day a person's tax form came, or with null that there is none. Safe to repeat; throws 404. */
export async function noteTaxForm(
  em: SqlEntityManager,
  actor: Actor,
  { id, receivedOn }: TaxForm & { id: string },
): Promise<TaxForm> {
  return em.transactional(async (tx) => {
    const [before] = await tx.execute<TaxForm[]>(FORM_OF, { id });
    if (!before) throw notFound('There is no such user');
    if (before.receivedOn === receivedOn) return { receivedOn };
    if (receivedOn === null) await tx.execute('delete from tax_forms where user_id = :id', { id });
    else await tx.execute(STORE_FORM, { id, receivedOn });
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'user.tax_form',
      entity: 'user',
      entityId: id,
      changes: [{ field: 'tax form received', from: before.receivedOn, to: receivedOn }],
    });
    await tx.flush();
    return { receivedOn };
  });
}
