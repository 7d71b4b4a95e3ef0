import type { SqlEntityManager } from '@mikro-orm/postgresql';

/**
 * A ledger line's text once nobody may be named in it: `description` without the name, or a fixed text if we
 * did not write it.
 */
const UNNAMED = String.raw`case
  when description ~ '^Reward for .* \(successful referral \d+\)$'
    then regexp_replace(description, '^.* (\(successful referral \d+\))$', 'Reward for a removed referral \1')
  when description like 'Taken back:%' then 'Taken back: a removed referral is no longer completed'
  else 'Reward for a removed referral'
end`;

/** Removes the names from the ledger's lines about these referrals. */
export async function eraseNamesInLedger(
  tx: SqlEntityManager,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const sql = `update reward_history set description = ${UNNAMED} where referral_id in (?)`;
  await tx.execute(sql, [[...ids]]);
}

/** Removes the names from a user's whole ledger. */
export async function unnameLedgerOf(tx: SqlEntityManager, userId: string): Promise<void> {
  const sql = `update reward_history set description = ${UNNAMED} where user_id = ?`;
  await tx.execute(sql, [userId]);
}
