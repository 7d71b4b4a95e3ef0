import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type {
  DoNotContact,
  DoNotContactMark,
} from '@sunloop/shared-types/referrals/do-not-contact.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../http/context.ts';
import { notFound } from '../http/errors.ts';
import { writeAudit } from '../ground/audit/service.ts';
import { comparedPhones, findMarkOf } from './do-not-contact/marks.ts';
import { findPerson, findQuotesOf, findSamePerson, type Person } from './same-person.ts';
import { findDefaultCountry } from '../ground/settings/queries.ts';

/**
 * Marks the person of a referral or quote request: their rows leave the call lists, and new ones by others are refused. Who is
 * marked already stays as they are. Throws 404.
 */
export async function markDoNotContact(
  em: SqlEntityManager,
  actor: Actor,
  { of, id, reason }: DoNotContactMark,
): Promise<DoNotContact> {
  return em.transactional(async (tx) => {
    // Two admins who mark one person take turns.
    await tx.execute('lock table do_not_contact in share row exclusive mode');
    const country = await findDefaultCountry(tx);
    const person = await findPerson(tx, { of, id });
    if (!person) throw notFound(`There is no such ${of}`);
    const there = await findMarkOf(tx, person, country);
    if (there) return there;
    await addMark(tx, actor, { person, reason, country });
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'do_not_contact.mark',
      entity: of,
      entityId: id,
    });
    await tx.flush();
    const mark = await findMarkOf(tx, person, country);
    if (!mark) throw new Error('a mark is not found');
    return mark;
  });
}

const ADD = `
  insert into do_not_contact (id, name, email, phone, phones, reason, marked_by)
  values (:id::uuid, :name, lower(:email), :phone,
    array(select jsonb_array_elements_text(:phones::jsonb)), :reason, :actor::uuid)`;
const ADD_ROWS = `
  insert into do_not_contact_rows (row_id, mark_id)
  select value::uuid, :id::uuid from jsonb_array_elements_text(:rows::jsonb)`;

async function addMark(
  tx: SqlEntityManager,
  actor: Actor,
  { person, reason, country }: { person: Person; reason: string; country: string },
): Promise<void> {
  const { name, email, phone } = person;
  const id = uuidv7();
  const phones = comparedPhones(phone, country);
  const mark = { id, name, email, phone, reason, actor: actor.userId };
  await tx.execute(ADD, { ...mark, phones: JSON.stringify(phones) });
  const referrals = await findSamePerson(tx, person, country);
  const quotes = await findQuotesOf(tx, person, country);
  const rows = [...referrals, ...quotes.filter(({ status }) => status !== 'closed')];
  await tx.execute(ADD_ROWS, { id, rows: JSON.stringify(rows.map((row) => row.id)) });
}

/** Takes a mark back: the person's rows are in the call lists again. Throws 404. */
export async function liftDoNotContact(
  em: SqlEntityManager,
  actor: Actor,
  id: string,
): Promise<void> {
  await em.transactional(async (tx) => {
    const lifted = await tx.execute<object[]>(
      'delete from do_not_contact where id = ? returning id',
      [id],
    );
    if (lifted.length === 0) throw notFound('There is no such mark');
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'do_not_contact.lift',
      entity: 'do_not_contact',
      entityId: id,
    });
  });
}
