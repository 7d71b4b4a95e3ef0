import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** Names nobody: `description` of a ledger line from its other columns. */
const NAMELESS = `case
  when ordinal is not null then 'Reward for a removed referral (successful referral ' || ordinal || ')'
  when amount_cents > 0 then 'Reward for a removed referral'
  else 'Taken back: a removed referral is no longer completed'
end`;

/** Removes the names from the ledger's lines about these referrals. */
export async function eraseNamesInLedger(
  tx: SqlEntityManager,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const sql = `update reward_history set description = ${NAMELESS} where referral_id in (?)`;
  await tx.execute(sql, [[...ids]]);
}

/** Removes the names from a user's whole ledger. */
export async function eraseNamesInLedgerOf(tx: SqlEntityManager, userId: string): Promise<void> {
  const sql = `update reward_history set description = ${NAMELESS} where user_id = ?`;
  await tx.execute(sql, [userId]);
}
