import { randomInt } from 'node:crypto';

// Letters and digits that cannot be confused: no 0, 1, I, O, l, o.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const randomLength = 8;

/** `temp` and 8 random letters and digits (SPEC §2, User Management). */
export function newTemporaryPassword(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  return `temp${random.join('')}`;
}
