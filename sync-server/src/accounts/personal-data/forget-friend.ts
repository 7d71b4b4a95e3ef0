import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { FORGOTTEN_NAME } from '@sunloop/shared-types/limits.ts';
import type { ForgottenPerson } from '@sunloop/shared-types/referrals/admin-forget.ts';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { findPerson, findQuotesOf, findSamePerson } from '../../referrals/same-person.ts';
import { eraseNamesInLedger } from '../../program/rewards/erase-names.ts';
import { findDefaultCountry } from '../../ground/settings/queries.ts';
import { lockUsers } from '../../ground/users/lock-user.ts';
import { emptyNotes, emptyQuotes, emptyReceipts, emptyReferrals } from './forget.ts';

const GIVEN = 'select value::uuid from jsonb_array_elements_text(:ids::jsonb)';
const FORGET_REFERRALS = [
  emptyNotes(`r.id in (${GIVEN})`),
  emptyReferrals(`r.id in (${GIVEN})`, FORGOTTEN_NAME),
  emptyReceipts(`r.id in (${GIVEN})`),
];
// Nobody can answer an open one any more.
const FORGET_QUOTES = [
  `update quotes set status = 'closed' where status = 'open' and id in (${GIVEN})`,
  emptyQuotes(`q.id in (${GIVEN})`, FORGOTTEN_NAME),
];

/** Forgets the person of the actor's own referral, in all referrals of theirs. Throws 404. Safe to repeat. */
export async function forgetFriend(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  const own = 'select 1 from referrals where id = ? and user_id = ?';
  const [found] = await em.execute<object[]>(own, [id, actor.userId]);
  if (!found) throw notFound('There is no such referral');
  await forget(em, actor, { of: 'referral', id, userId: actor.userId });
}

/** Forgets the person of a referral or quote request, whoever referred them. Throws 404. Safe to repeat. */
export async function forgetPerson(
  em: SqlEntityManager,
  actor: Actor,
  { of, id }: ForgottenPerson,
): Promise<void> {
  const table = of === 'referral' ? 'referrals' : 'quotes';
  const [found] = await em.execute<object[]>(`select 1 from ${table} where id = ?`, [id]);
  if (!found) throw notFound(`There is no such ${of}`);
  await forget(em, actor, { of, id, userId: null });
}

type Whom = ForgottenPerson & {
  /** Whose referrals are emptied; null: everybody's, and quote requests. */
  readonly userId: string | null;
};

/**
 * Empties what names the person, with the notes of calls to them and their names in the ledger. Amounts, counts, dates,
 * statuses and ids stay, and so does their mark as not to be contacted. The rows get new versions, so that devices read the
 * change.
 */
async function forget(em: SqlEntityManager, actor: Actor, { userId, ...of }: Whom): Promise<void> {
  await em.transactional(async (tx) => {
    const person = await findPerson(tx, of);
    if (!person) return;
    const country = await findDefaultCountry(tx);
    const everybodys = await findSamePerson(tx, person, country);
    const rows = everybodys.filter((row) => userId === null || row.userId === userId);
    const quotes = userId === null ? await findQuotesOf(tx, person, country) : [];
    await lockUsers(
      tx,
      rows.map((row) => row.userId),
    );
    await forgetRows(tx, actor, { rows, entity: 'referral', statements: FORGET_REFERRALS });
    await eraseNamesInLedger(
      tx,
      rows.map(({ id }) => id),
    );
    await forgetRows(tx, actor, { rows: quotes, entity: 'quote', statements: FORGET_QUOTES });
  });
}

interface Rows {
  readonly rows: readonly { readonly id: string }[];
  readonly entity: string;
  readonly statements: readonly string[];
}

async function forgetRows(tx: SqlEntityManager, actor: Actor, { rows, entity, statements }: Rows) {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  for (const statement of statements) await tx.execute(statement, { ids });
  for (const { id } of rows) {
    writeAudit(tx, actor, {
      userId: actor.userId,
      action: 'referral.forget',
      entity,
      entityId: id,
    });
  }
}
