import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { PersonExport } from '@sunloop/shared-types/accounts/person-export.ts';
import { EXPORT_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { JsonText } from '../../db/query/json-text.ts';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { findFactors } from '../second-factor/find-factors.ts';
import { findImpact } from '../../program/impact/service.ts';
import { giveReceipts } from '../../referrals/receipts/service.ts';
import { findOpenRungs } from '../../program/rewards/program.ts';
import { UserEntity } from '../../ground/users/entities.ts';
import { presentUser } from '../../ground/users/present.ts';
import { provenEmailOf } from '../../ground/users/proven-email.ts';
import { EXPORTED_LISTS } from './exported-lists.ts';

/**
 * Everything held about a person as one document, with each list newest first and at most `maxRows` long;
 * `leftOut` names those that are longer. Never includes the password's hash, a session's key, or people other
 * than those they referred. Recorded in the audit log unless it is not delivered. Throws 404.
 */
export async function exportPerson(
  em: SqlEntityManager,
  actor: Actor,
  { id, isDelivery, maxRows = EXPORT_MAX_ROWS }: ExportInput,
): Promise<JsonText<PersonExport>> {
  return em.transactional(async (tx) => {
    const user = await tx.findOne(UserEntity, id, { populate: ['avatar'] });
    if (!user) throw notFound('There is no such user');
    const lists = await readLists(tx, {
      id,
      email: provenEmailOf(user),
      isByOther: actor.userId !== id,
      maxRows,
    });
    // Those that were never asked for are made now, which a HEAD must not do.
    const receipts = isDelivery
      ? await findReceipts(tx, { id, maxRows })
      : { texts: [], isCut: false };
    const isLonger = ({ count }: List) => count > maxRows;
    const head = {
      exportedAt: new Date().toISOString(),
      leftOut: [
        ...lists.filter(isLonger).map(({ name }) => name),
        ...(receipts.isCut ? ['receipts'] : []),
      ],
      user: presentUser(user),
      signIn: signInOf(user),
      impact: await findImpact(tx, id),
      receipts: receipts.texts,
      expected: await findExpected(tx, { id, maxRows }),
      hasCodes: (await findFactors(tx, id)).hasCodes,
    };
    if (isDelivery) {
      const line = { userId: actor.userId, action: 'user.export', entity: 'user', entityId: id };
      writeAudit(tx, actor, line);
    }
    const texts = lists.map(({ name, text }) => `"${name}":${text}`);
    return new JsonText(`{${JSON.stringify(head).slice(1, -1)},${texts.join(',')}}`);
  });
}

function signInOf({
  emailConfirmedAt,
  pendingEmail,
  ssoIssuer,
}: UserEntity): PersonExport['signIn'] {
  return {
    emailConfirmedAt: emailConfirmedAt?.toISOString() ?? null,
    pendingEmail: pendingEmail ?? null,
    ssoIssuer: ssoIssuer ?? null,
  };
}

interface ExportInput {
  readonly id: string;
  readonly isDelivery: boolean;
  readonly maxRows?: number;
}

/** What open referrals would pay, nearest first. */
async function findExpected(
  tx: SqlEntityManager,
  { id, maxRows }: { id: string; maxRows: number },
): Promise<PersonExport['expected']> {
  const rungs = await findOpenRungs(tx, id);
  return [...rungs].slice(0, maxRows).map(([referralId, rung]) => ({ referralId, ...rung }));
}

/** Each is signed for the file, which takes a tenth of a millisecond. */
const RECEIPTS_MAX = 2000;

/** The receipts of the newest referrals, and whether there are more referrals. */
async function findReceipts(
  tx: SqlEntityManager,
  { id: userId, maxRows }: { id: string; maxRows: number },
) {
  const most = Math.min(maxRows, RECEIPTS_MAX);
  const rows = await tx.execute<{ id: string }[]>(
    `select id from referrals where user_id = ? order by created_at desc, id desc limit ?`,
    [userId, most + 1],
  );
  const ids = rows.slice(0, most).map(({ id }) => id);
  const { receipts: texts } = await giveReceipts(tx, { userId, role: 'customer' }, ids);
  return { texts, isCut: rows.length > most };
}

interface List {
  readonly name: string;
  /** How many rows there are, counted to one more than is exported. */
  readonly count: number;
  /** JSON of the rows. */
  readonly text: string;
}

async function readLists(
  tx: SqlEntityManager,
  { maxRows, ...params }: { id: string; email: string | null; isByOther: boolean; maxRows: number },
): Promise<List[]> {
  const lists: List[] = [];
  for (const [name, rows] of Object.entries(EXPORTED_LISTS)) {
    const [list] = await tx.execute<Omit<List, 'name'>[]>(
      `select count(*)::int as count,
         coalesce(json_agg(to_jsonb(c) - 'nth' order by nth) filter (where nth <= :max), '[]')::text as text
       from (select *, row_number() over () as nth from (${rows} limit :oneMore) l) c`,
      { ...params, max: maxRows, oneMore: maxRows + 1 },
    );
    if (!list) throw new Error(`the list ${name} has no row`);
    lists.push({ name, ...list });
  }
  return lists;
}
