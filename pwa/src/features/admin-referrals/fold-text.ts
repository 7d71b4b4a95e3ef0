// oxlint-disable-next-line no-control-regex -- the question is whether it is plain ASCII
const PLAIN = /^[\u0000-\u007f]*$/;

/** Letters without case and accents, so that 'jose' finds José. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Numbers with a country code and without are the same; shorter ones (extensions) say too little. */
const COMPARED_DIGITS = 10;
const DIGITS_MIN = 6;

/** A telephone number in the form two of them are compared; empty where it says too little. */
export function comparablePhone(phone: string | null): string {
  const digits = digitsOf(phone ?? '');
  return digits.length < DIGITS_MIN ? '' : digits.slice(-COMPARED_DIGITS);
}
