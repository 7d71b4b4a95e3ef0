import type { Orm } from './orm.ts';

// Letters of two scripts, and one that a Turkish character type converts to something else.
const CAPITALS = 'ÄÉЖI';
const SMALL = 'äéжi';

interface Kind {
  readonly encoding: string;
  readonly ctype: string;
}

/**
 * Throws if the database does not store UTF-8 or does not know upper and lower case in Unicode: two spellings
 * of one name or email would be two people there.
 */
export async function requireUnicode(orm: Orm): Promise<void> {
  const em = orm.em.fork();
  // Read through JSON, because the locale's column has different names in different versions of PostgreSQL.
  const [kind] = await em.execute<Kind[]>(
    `select getdatabaseencoding() as encoding,
       coalesce(d ->> 'datlocale', d ->> 'daticulocale', d ->> 'datctype') as ctype
     from (select to_jsonb(p) as d from pg_database p where datname = current_database()) own`,
  );
  if (!kind) throw new Error('the database did not describe itself');
  const { encoding, ctype } = kind;
  if (encoding !== 'UTF8') {
    throw new Error(`The database is in ${encoding} and must be in UTF-8. ${ADVICE}`);
  }
  const sql = 'select lower(?) = ? as "isLowered"';
  const [row] = await em.execute<{ isLowered: boolean }[]>(sql, [CAPITALS, SMALL]);
  if (row?.isLowered) return;
  throw new Error(
    `The character type of the database is ${ctype}, which does not know upper and lower case in Unicode. ${ADVICE}`,
  );
}

const ADVICE =
  "Make one with, say, create database sunloop template template0 encoding 'UTF8' locale 'C.UTF-8', and move the " +
  'data there with sunloop backup and sunloop restore.';
