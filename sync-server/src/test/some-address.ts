import { randomBytes } from 'node:crypto';

/** An address that no other call of the tests comes from, so that the limit of one is not another's. */
export function someAddress(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
}
