import { randomBytes } from 'node:crypto';

/** An address that no other call in the tests comes from, so that they share no limit. */
export function someAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}
