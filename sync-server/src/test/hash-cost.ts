import { onTestFinished } from 'vitest';

/** The cost of hashing a password in tests that do not ask for the server's own. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

let isAtFullCost = false;

/** Hashes passwords at the server's own cost until the test is over. */
export function hashAtFullCost(): void {
  isAtFullCost = true;
  onTestFinished(() => {
    isAtFullCost = false;
  });
}

/** What tests change in the server's hash settings. */
export const hashCost = () => (isAtFullCost ? {} : CHEAP);
