import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '@sunloop/shared-types/ground/user.ts';
import { unavailable } from '../../http/errors.ts';
import { requestQueue } from '../../http/bounds/request-queue.ts';
import type { KeyedQueue } from '../../db/query/keyed-queue.ts';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one thread.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface HashBounds {
  /** Passwords hashed at once: files need the pool of four threads too. */
  readonly hashesAtOnce: number;
  /** Passwords that may wait for a turn; any more are 503. */
  readonly hashesWaiting: number;
}

export const DEFAULT_HASH_BOUNDS: HashBounds = {
  hashesAtOnce: Math.min(availableParallelism(), 2),
  hashesWaiting: 50,
};

/** Threads belong to the process, and so do these bounds and the count. */
let queue = queueOf(DEFAULT_HASH_BOUNDS);
let judged = 0;
let decoy: Promise<string> | undefined;

/** Limits how many passwords this process hashes at once. */
export function boundHashing(bounds: HashBounds): void {
  queue = queueOf(bounds);
}

/** How many passwords this process has hashed or checked. */
export function countHashes(): number {
  return judged;
}

/**
 * argon2id of a password in PHC form; about 20 ms of work off the main thread. Throws 503 if too many are
 * waiting.
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalizePassword(password), options));
}

/**
 * Whether the password matches the hash. Without a hash (no such user) it is false after the same work, so
 * that the time reveals nothing.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  return (await matchPassword(passwordHash, password)) !== 'none';
}

/** `typed`: the hash is from before passwords were normalized, and should be made anew. */
type Match = 'none' | 'normal' | 'typed';

/** As `verifyPassword`, but says in which form the password matches. */
export async function matchPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<Match> {
  decoy ??= hash('no password has this hash', options);
  const match = await findMatch(passwordHash ?? (await decoy), password);
  return passwordHash === undefined ? 'none' : match;
}

/** How much work a wrong password takes depends on the password alone. */
async function findMatch(known: string, password: string): Promise<Match> {
  const normal = normalizePassword(password);
  if (await inTurn(() => verify(known, normal))) return 'normal';
  const isTyped = normal !== password && (await inTurn(() => verify(known, password)));
  return isTyped ? 'typed' : 'none';
}

function queueOf({ hashesAtOnce, hashesWaiting }: HashBounds): KeyedQueue {
  return requestQueue({ atOnce: hashesAtOnce, queue: hashesWaiting }, unavailable);
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return queue.run('', () => {
    judged += 1;
    return work();
  });
}
