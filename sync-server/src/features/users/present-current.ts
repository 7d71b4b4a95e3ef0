import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { OFFLINE_LOCK_DAYS, type CurrentUser } from '@sunloop/shared-types';
import { defineStatement, runnerOf } from '../../db/statement.ts';
import type { UserEntity } from './entities.ts';
import { presentUser } from './present.ts';

const FIND_LOCK_DAYS = defineStatement(
  'find-lock-days',
  `select value::float8 as days from system_settings where key = 'session.offline_lock_days'`,
);

/** A user as their own device is told: with what it has to know when no server answers. */
export async function presentCurrentUser(
  em: SqlEntityManager,
  user: UserEntity,
): Promise<CurrentUser> {
  const [row] = await runnerOf(em)<{ days: number }>(FIND_LOCK_DAYS, []);
  const { passwordEndsAt } = user;
  return {
    ...presentUser(user),
    offlineLockDays: row?.days ?? OFFLINE_LOCK_DAYS,
    ...(passwordEndsAt && { passwordEndsAt: passwordEndsAt.toISOString() }),
  };
}
