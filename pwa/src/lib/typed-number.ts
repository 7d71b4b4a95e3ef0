const LARGE = 9_876_543_210.5;

/** How a locale writes numbers: its digits from 0 to 9, and the sign before decimals. */
function signsOf(locale: string): { digits: readonly string[]; decimal: string } {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  const decimal = format.formatToParts(LARGE).find(({ type }) => type === 'decimal');
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return { digits, decimal: decimal?.value ?? '.' };
}

/**
 * Reads a number of at least 0 as people of a locale type it: '1.000' is a thousand in German and one in English. The
 * other locale's decimal sign is read as one where it cannot part thousands ('4,8' in English, '4.8' in German).
 * Undefined if it is no number.
 */
export function readTypedNumber(text: string, locale: string): number | undefined {
  const { digits, decimal } = signsOf(locale);
  const latin = [...text.normalize('NFKC').trim()]
    .map((sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign))
    .join('');
  const other = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(
    String.raw`^(\d{1,3}(?:[${other}\s'’]\d{3})+)(?:[${decimal}](\d*))?$`,
    'u',
  ).exec(latin);
  const plain = new RegExp(String.raw`^(\d+)(?:[${decimal}${other}](\d*))?$`, 'u').exec(latin);
  const match = grouped ?? plain;
  if (!match) return undefined;
  const [, before = '', after = ''] = match;
  return Number(`${before.replaceAll(/\D/gu, '')}.${after || '0'}`);
}

/** Writes a number as people of the locale would type it, without signs between thousands. */
export function writeTypedNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(
    value,
  );
}
