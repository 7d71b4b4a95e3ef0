import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { msOf, readCursor, type Cursor, type Sort } from '../../db/query/keyset.ts';
import { noSuchPlace } from '../../http/errors.ts';

/**
 * The place a cursor names; in the list's own order (`isPlain`) also the id of a row, even a deleted one as long as it is
 * remembered. Throws 400 if it is of another order or the row is not known.
 */
export async function findPlace(
  em: SqlEntityManager,
  after: string,
  { sort, isPlain }: { sort: Sort; isPlain: boolean },
): Promise<Cursor> {
  const id = v.safeParse(Id, after);
  const place = id.success && isPlain ? await placeOf(em, id.output) : readCursor(after, sort);
  if (!place) throw noSuchPlace();
  return place;
}

async function placeOf(em: SqlEntityManager, id: string): Promise<Cursor | undefined> {
  const [row] = await em.execute<{ ms: string }[]>(
    `select ${msOf('created_at')} as ms from referrals where id = :id
     union all
     select ${msOf('created_at')} from referral_tombstones where id = :id and created_at is not null`,
    { id },
  );
  return row && { key: row.ms, createdMs: row.ms, id };
}
