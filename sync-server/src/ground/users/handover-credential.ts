import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { newestKey, type ServerKey } from '../keys/service.ts';
import type { UserEntity } from './entities.ts';

/** Who says that they sealed something, and until which of their generations it counts. */
export interface Claim {
  readonly owner: string;
  readonly generation: number;
}

/**
 * What a device needs to seal for this server without asking it: the key's id and public half, the user's generation
 * and the token that proves both, separated by dots.
 */
export async function handoverCredential(em: SqlEntityManager, user: UserEntity): Promise<string> {
  const key = await newestKey(em, 'handover');
  const { id: owner, handoverGeneration: generation } = user;
  const token = tokenOf(key, { owner, generation }).toString('base64url');
  return [key.id, key.publicKey.toString('base64url'), generation, token].join('.');
}

/** Whether the server gave this token out with this key, for this user and generation. */
export function isProof(key: ServerKey, claim: Claim, token: string): boolean {
  const [made, given] = [tokenOf(key, claim), Buffer.from(token, 'base64url')];
  return made.length === given.length && timingSafeEqual(made, given);
}

/** HMAC-SHA-256 under a key that only whoever has the private one can derive: no other secret is needed, and it turns with it. */
function tokenOf({ privateKey }: ServerKey, { owner, generation }: Claim): Buffer {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sunloop handover token', 32));
  return createHmac('sha256', key).update(`${owner}.${generation}`).digest();
}
