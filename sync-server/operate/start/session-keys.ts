import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../src/db/orm.ts';
import { readOrMakeSecret } from '../../src/db/secret-file.ts';
import type { Env } from '../env/env.ts';

const KEY_BYTES = 32;

/** The signing keys, newest first: those that are set, or else one that is made once and kept in `dataDir`. */
export async function readSessionKeys({
  sessionKeys,
  dataDir,
}: Pick<Env, 'sessionKeys' | 'dataDir'>): Promise<readonly string[]> {
  if (sessionKeys) return sessionKeys;
  const make = () => randomBytes(KEY_BYTES).toString('base64url');
  return [await readOrMakeSecret(path.join(dataDir, 'session-key'), make)];
}

/** Enough to notice another key, and too few to check by them whether a guessed key is right. */
const MARK_DIGITS = 4;
const markOf = (key: string) =>
  createHmac('sha256', key).update('sunloop session key').digest('hex').slice(0, MARK_DIGITS);

/** Whether the process that started last on a database signs with a key that is none of these; it leaves no mark. */
export async function areOthersKeys(
  em: SqlEntityManager,
  keys: readonly string[],
): Promise<boolean> {
  const [row] = await em.execute<{ mark: string }[]>('select mark from session_key_mark');
  return row !== undefined && !keys.map(markOf).includes(row.mark);
}

/**
 * Leaves the mark of our newest key in the database and says, in words for the operator, if the process that left its mark
 * before signs with a key which is none of ours; undefined if all is well.
 */
export async function findOtherKeys(
  orm: Orm,
  keys: readonly string[],
): Promise<string | undefined> {
  const marks = keys.map(markOf);
  const before = await orm.em.fork().transactional(async (em) => {
    // Processes that start together see each other's.
    await em.execute('lock table session_key_mark in exclusive mode');
    const [row] = await em.execute<{ mark: string }[]>('select mark from session_key_mark');
    const write = row
      ? 'update session_key_mark set mark = ?'
      : 'insert into session_key_mark values (?)';
    await em.execute(write, [marks[0]]);
    return row?.mark;
  });
  if (before === undefined || marks.includes(before)) return undefined;
  return (
    'The session keys of this process are not those of the process that started on this database before it: ' +
    'who signs in at one is signed out at the other, and links in messages lead nowhere. Give all processes the same ' +
    'SESSION_KEYS, and keep an old key behind the new one for 180 days. After a change on purpose, this is said once.'
  );
}
