import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { OnBehalfInfo } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import {
  FORMER_COLLEAGUE,
  type OnBehalfOfMe,
} from '@sunloop/shared-types/referrals/on-behalf-of-me.ts';
import {
  ON_BEHALF_LIST_ROWS,
  type OnBehalfList,
  type OnBehalfReferral,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import { shownEmail } from '../../db/query/is-emptied.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import { defineStatement, type Run, runnerOf } from '../../db/query/statement.ts';

/** Columns of `taken_referrals t join referrals r join users u`, the customer: what was typed, and how it stands. */
const ON_BEHALF_COLUMNS = `r.id, u.referral_code as "for", u.username as customer, r.name,
  ${shownEmail('r')} as email, r.phone, r.address, r.permission, ${isoTime('r.date', 'date')}, r.status,
  ${isoTime('r.created_at', 'createdAt')}`;
// Behind `offset 0` each is one index look-up, whatever the statistics say.
const ON_BEHALF = `from taken_referrals t join referrals r on r.id = t.referral_id
  join lateral (select username, referral_code from users where id = t.user_id offset 0) u on true`;
const REP = `left join lateral (select username, erased_at from users where id = t.taken_by offset 0) w on true`;
const REP_NAME = `case when w.erased_at is null then coalesce(w.username, '${FORMER_COLLEAGUE}')
  else '${FORMER_COLLEAGUE}' end`;

const FIND_OWN = defineStatement(
  'find-own-taken',
  `select ${ON_BEHALF_COLUMNS} ${ON_BEHALF} where r.id = $1 and t.taken_by = $2`,
);
const FIND_LIST = defineStatement(
  'find-taken-by',
  `select ${ON_BEHALF_COLUMNS} ${ON_BEHALF} where t.taken_by = $1
   order by t.taken_at desc, t.referral_id limit ${ON_BEHALF_LIST_ROWS}`,
);
const COUNT = defineStatement(
  'count-taken-by',
  `select count(*)::int as total, (count(*) filter (where r.status = 'completed'))::int as completed
   from taken_referrals t join referrals r on r.id = t.referral_id where t.taken_by = $1`,
);
const FIND_DELETED = defineStatement(
  'find-deleted-taken-by',
  'select id from referral_tombstones where taken_by = $1::text::uuid',
);
const FIND_OF = defineStatement(
  'find-taken-of',
  `select t.referral_id as id, ${REP_NAME} as "takenBy", ${isoTime('t.not_mine_at', 'notMineAt')},
     ${isoTime('t.kept_at', 'keptAt')}
   from taken_referrals t ${REP}
   where t.user_id = $1 order by t.taken_at desc, t.referral_id`,
);

/** One that this person took; undefined if they did not. */
export async function findOwnOnBehalf(
  run: Run,
  { id, repId }: { id: string; repId: string },
): Promise<OnBehalfReferral | undefined> {
  return (await run<OnBehalfReferral>(FIND_OWN, [id, repId]))[0];
}

/** What a person took for others, newest first, and the ids of what was deleted of it. */
export async function findOnBehalfBy(em: SqlEntityManager, repId: string): Promise<OnBehalfList> {
  const run = runnerOf(em);
  const [count] = await run<Pick<OnBehalfList, 'total' | 'completed'>>(COUNT, [repId]);
  if (!count) throw new Error('the count has no row');
  const rows = await run<OnBehalfReferral>(FIND_LIST, [repId]);
  // Afterwards, so that what is deleted between the two is named.
  const deleted = await run<{ id: string }>(FIND_DELETED, [repId]);
  return { ...count, rows, deletes: deleted.map(({ id }) => id) };
}

/** Which of a customer's referrals somebody took for them, newest first. */
export function findOnBehalfOf(em: SqlEntityManager, userId: string): Promise<OnBehalfOfMe[]> {
  return runnerOf(em)<OnBehalfOfMe>(FIND_OF, [userId]);
}

/** Who took a referral for its referrer; null if they did themselves. */
export async function findOnBehalfInfo(
  em: SqlEntityManager,
  id: string,
): Promise<OnBehalfInfo | null> {
  const rows = await em.execute<OnBehalfInfo[]>(
    `select t.taken_by as by, ${REP_NAME} as "byName", ${isoTime('t.taken_at', 'takenAt')},
       ${isoTime('t.not_mine_at', 'notMineAt')}, ${isoTime('t.kept_at', 'keptAt')}
     from taken_referrals t ${REP} where t.referral_id = ?`,
    [id],
  );
  return rows[0] ?? null;
}
