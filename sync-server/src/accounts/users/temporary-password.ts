import { randomInt } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { TEMPORARY_PASSWORD_MS } from '@sunloop/shared-types/limits.ts';

// Letters and digits that cannot be confused: no 0, 1, I, O, l, o.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const randomLength = 8;

/** `temp` and 8 random letters and digits (SPEC §2, User Management). */
export function newTemporaryPassword(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  return `temp${random.join('')}`;
}

// By the database's clock, which also decides when it has ended.
const END_PASSWORD =
  'update users set password_ends_at = now() + make_interval(secs => ?) where id = ?';

/** From now on the user's password, which is stored already, lasts a week and has to be replaced before anything else. */
export async function makePasswordTemporary(tx: SqlEntityManager, id: string): Promise<void> {
  await tx.execute(END_PASSWORD, [TEMPORARY_PASSWORD_MS / 1000, id]);
}
