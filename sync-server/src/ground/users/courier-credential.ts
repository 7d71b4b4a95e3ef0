import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { deriveSecret } from '../keys/derive-secret.ts';
import { newestKey, type ServerKey } from '../keys/service.ts';

/** Who says that they sealed something, and until which of their generations it counts. */
export interface Claim {
  readonly owner: string;
  readonly generation: number;
}

/** Of whom a credential is made, and the id of the newest key; null if none was needed yet. */
interface Owner {
  readonly id: string;
  readonly generation: number;
  readonly keyId: string | null;
}

/** Devices ask again and again, and there is a key more in years; by their ids, which are told by their public halves. */
const known = new Map<string, SealKey>();

interface SealKey {
  readonly id: string;
  readonly publicKey: string;
  readonly tokenKey: KeyObject;
}

/**
 * What a device needs to seal for this server without asking it: the key's id and public half, the user's generation
 * and the token that proves both, separated by dots. The key is read only if this process has not met it yet.
 */
export async function courierCredential(
  em: SqlEntityManager,
  { id: owner, generation, keyId }: Owner,
): Promise<string> {
  const { id, publicKey, tokenKey } = known.get(keyId ?? '') ?? (await readNewest(em));
  const token = tokenOf(tokenKey, { owner, generation }).toString('base64url');
  return [id, publicKey, generation, token].join('.');
}

async function readNewest(em: SqlEntityManager): Promise<SealKey> {
  const newest = await newestKey(em.fork(), 'handover');
  const { id } = newest;
  const publicKey = newest.publicKey.toString('base64url');
  const key = { id, publicKey, tokenKey: tokenKeyOf(newest) };
  known.set(id, key);
  return key;
}

/** Whether the server gave this token out with this key, for this user and generation. */
export function isProof(key: ServerKey, claim: Claim, token: string): boolean {
  const [made, given] = [tokenOf(tokenKeyOf(key), claim), Buffer.from(token, 'base64url')];
  return made.length === given.length && timingSafeEqual(made, given);
}

function tokenOf(key: KeyObject, { owner, generation }: Claim): Buffer {
  return createHmac('sha256', key).update(`${owner}.${generation}`).digest();
}

const tokenKeyOf = (key: ServerKey) => deriveSecret(key, 'sunloop handover token');
