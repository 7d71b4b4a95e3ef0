import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { UserEntity } from './entities.ts';

// Who knows an id may see the request, so it is proof; the email keeps out those of others who used the same device.
const FOLLOW = `
  update quotes set owner_id = :id
  where id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
    and owner_id is null and phone <> '' and lower(email) = lower(:email)`;

/** Lets a new account follow those of these requests that its person made, in the transaction that creates it. */
export async function followRequests(
  tx: SqlEntityManager,
  { id, email }: UserEntity,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await tx.execute(FOLLOW, { id, email, ids: JSON.stringify(ids) });
}

/** As an SQL value: the newest request the user with this id follows, as long as there is something to follow. */
export const followedRequest = (userId: string) => `(select id from quotes
  where owner_id = ${userId} and phone <> '' and status <> 'closed' order by created_at desc, id desc limit 1)`;
