import { foldText } from './fold-text.ts';
import { digitsOf, partsOf } from './phone.ts';

/** What somebody looks for: a folded text and, if it can be a phone, its digits with and without a country code. */
export interface Sought {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** What people write phones with, folded. */
const PHONE = /^[\d ()+./#*-]+$/;
/** Fewer digits than this would find half of the phone book. */
const DIGITS_MIN = 3;

/** What was typed, as `isSought` and the server's lists look for it. An empty text finds everything. */
export function soughtIn(typed: string): Sought {
  const text = foldText(typed);
  return { text, numbers: PHONE.test(text) ? numbersIn(text) : [] };
}

function numbersIn(text: string): string[] {
  const { dialed, national } = partsOf(text);
  // Often one and the same, which the database would look for twice.
  return [...new Set([digitsOf(dialed), national])].filter(({ length }) => length >= DIGITS_MIN);
}

/** Whether one of these texts or phones holds what is sought. */
export function isSought(
  { text, numbers }: Sought,
  texts: readonly (string | null)[],
  phone: string | null = null,
): boolean {
  if (texts.some((one) => foldText(one ?? '').includes(text))) return true;
  if (phone === null) return false;
  const folded = foldText(phone);
  return folded.includes(text) || numbers.some((number) => digitsOf(folded).includes(number));
}
