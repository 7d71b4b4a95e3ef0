import * as v from 'valibot';
import { LABEL_MAX } from './limits.ts';
import { CENTS_PER_DOLLAR, readAmount } from './money.ts';
import { text } from './text.ts';

/** More than any program pays at once, and sums of millions of them stay exact. */
const AMOUNT_MAX_CENTS = 10_000_000 * CENTS_PER_DOLLAR;

/** An amount an admin writes: money of at most $10,000,000, or no money; never unclear. */
export const Amount = v.pipe(
  text(1, LABEL_MAX),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const reading = readAmount(dataset.value);
    if (reading.kind === 'unclear') addIssue({ message: reading.fault });
    if (reading.kind !== 'money') return;
    if (reading.cents < 0) addIssue({ message: 'Must not be negative' });
    if (reading.cents > AMOUNT_MAX_CENTS) addIssue({ message: 'Must be at most $10,000,000' });
  }),
);
