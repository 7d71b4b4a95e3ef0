import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Payout } from '@sunloop/shared-types';
import { isoTime } from '../../db/iso-time.ts';
import { readReplica } from '../../db/replica.ts';

/** The ledger of all users, newest first. */
export function findPayouts(em: SqlEntityManager): Promise<Payout[]> {
  return readReplica<Payout>(
    em,
    `select h.id, h.user_id as "userId", u.username, u.email, h.referral_id as "referralId", h.amount,
       h.description, ${isoTime('h.date', 'date')}, ${isoTime('h.created_at', 'createdAt')}
     from reward_history h join users u on u.id = h.user_id
     order by h.created_at desc, h.id desc`,
  );
}
