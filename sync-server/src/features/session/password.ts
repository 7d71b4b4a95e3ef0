import { hash, verify } from '@node-rs/argon2';

// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one thread.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** argon2id of a password in PHC form; about 20 ms of work off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Whether the password fits the hash. Without a hash (there is no such user) the answer is no after the
 * same work, so that the time tells nothing.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('no password has this hash');
  const isRight = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && isRight;
}
