import { onTestFinished } from 'vitest';

/** What one hash of a password costs in tests, unless one asks for the server's own cost. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

let isInEarnest = false;

/** Until the test is over, passwords are hashed at the cost of the server. */
export function hashInEarnest(): void {
  isInEarnest = true;
  onTestFinished(() => {
    isInEarnest = false;
  });
}

/** What tests change of the server's settings of a hash. */
export const hashCost = () => (isInEarnest ? {} : CHEAP);
