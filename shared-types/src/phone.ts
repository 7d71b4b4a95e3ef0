/** The digits of a text, without whatever people write between them. */
export const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '');

/** How many of the last digits of two numbers are compared: a country code makes no difference. */
export const PHONE_COMPARED_DIGITS = 10;
/** Shorter ones (extensions, 000) do not identify a person. */
const PHONE_COMPARED_MIN = 6;

/**
 * A telephone number reduced for comparison: the last ten digits. Empty if there are fewer than six, which
 * identify nobody.
 */
export function comparablePhone(phone: string | null): string {
  const digits = digitsOf(phone ?? '');
  return digits.length < PHONE_COMPARED_MIN ? '' : digits.slice(-PHONE_COMPARED_DIGITS);
}
