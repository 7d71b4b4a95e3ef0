/** The digits of a text, in its order, without whatever people write between them. */
export const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '');

/** So many last digits of two numbers are compared: with a country code and without, they are the same. */
export const PHONE_COMPARED_DIGITS = 10;
/** Shorter ones (extensions, 000) say too little to tell a person by. */
const PHONE_COMPARED_MIN = 6;

/**
 * A telephone number in the form two of them are compared, perhaps of the same person: the last ten digits.
 * Empty where there are fewer than six, which is nobody's.
 */
export function comparablePhone(phone: string | null): string {
  const digits = digitsOf(phone ?? '');
  return digits.length < PHONE_COMPARED_MIN ? '' : digits.slice(-PHONE_COMPARED_DIGITS);
}
