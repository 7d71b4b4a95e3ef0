import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Statement } from '../../db/query/format-statement.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';
import { type KeyKind, makeKey } from './make-key.ts';

export interface ServerKey {
  /** Eight hex digits, told by the public key. */
  readonly id: string;
  /** Raw: 32 bytes, or a P-256 point of 65. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
  readonly madeAt: Date;
}

interface Row {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
  readonly madeAt: Date;
}

const ALL = `
  select id, public_key as "publicKey", private_key as "privateKey", made_at as "madeAt"
  from server_keys where kind = $1 order by made_at desc, id`;
const FIND_ALL = defineStatement('find-server-keys', ALL);
// Each device asks for it again and again (`courierCredential`).
const FIND_NEWEST = defineStatement('find-newest-server-key', `${ALL} limit 1`);
// By the clock and not by the transaction's start, so that a key made after another is the newer one.
const ADD = `
  insert into server_keys (id, kind, public_key, private_key, made_at)
  values (?, ?, ?, ?, clock_timestamp())`;

/** All keys of a kind, also old ones, the newest first; none if none was needed yet. */
export async function keysOf(em: SqlEntityManager, kind: KeyKind): Promise<ServerKey[]> {
  return findKeys(em, FIND_ALL, kind);
}

async function findKeys(em: SqlEntityManager, statement: Statement, kind: KeyKind) {
  const rows = await runnerOf(em)<Row>(statement, [kind]);
  return rows.map((row): ServerKey => ({
    ...row,
    privateKey: createPrivateKey({ key: row.privateKey, format: 'der', type: 'pkcs8' }),
  }));
}

/** The key to use now, made on first need; of processes that need it at the same time, one makes it for all. */
export async function newestKey(em: SqlEntityManager, kind: KeyKind): Promise<ServerKey> {
  const [found] = await findKeys(em, FIND_NEWEST, kind);
  if (found) return found;
  return em.transactional(async (tx) => {
    await tx.execute('lock table server_keys in exclusive mode');
    const [others] = await findKeys(tx, FIND_NEWEST, kind);
    return others ?? addKey(tx, kind);
  });
}

/** Adds a key that is the newest from now on. */
export async function addKey(em: SqlEntityManager, kind: KeyKind): Promise<ServerKey> {
  const { id, publicKey, privateKey } = makeKey(kind);
  await em.execute(ADD, [id, kind, publicKey, privateKey]);
  const [newest] = await findKeys(em, FIND_NEWEST, kind);
  if (newest?.id !== id) throw new Error('the clock of the database was put back; try again later');
  return newest;
}
