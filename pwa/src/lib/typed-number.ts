const LARGE = 9_876_543_210.5;

/** How a locale writes numbers: its digits from 0 to 9, and the sign before decimals. */
function signsOf(locale: string): { digits: readonly string[]; decimal: string } {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  const decimal = format.formatToParts(LARGE).find(({ type }) => type === 'decimal');
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return { digits, decimal: decimal?.value ?? '.' };
}

/** A text's whole and decimal part as a locale writes them, and whether signs part the whole one's thousands. */
function partsOf(text: string, locale: string) {
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
  return { before, after, isGrouped: grouped !== null };
}

const numberOf = (before: string, after: string) =>
  Number(`${before.replaceAll(/\D/gu, '')}.${after || '0'}`);

/**
 * Reads a number of at least 0 as people of a locale type it: '1.000' is a thousand in German and one in English. The
 * other locale's decimal sign is read as one where it cannot part thousands ('4,8' in English, '4.8' in German).
 * Undefined if it is no number, and for '0,085' in English, which is neither 85 nor surely meant as 0.085.
 */
export function readTypedNumber(text: string, locale: string): number | undefined {
  const parts = partsOf(text, locale);
  if (!parts || (parts.isGrouped && parts.before.startsWith('0'))) return undefined;
  return numberOf(parts.before, parts.after);
}

/** How a locale writes what was typed with the other locale's decimal sign: '0.085' for '0,085' in English; else undefined. */
export function wayToWrite(text: string, locale: string): string | undefined {
  const { before = '', after, isGrouped } = partsOf(text, locale) ?? {};
  const [, decimals] = /^0[.,](\d{3})$/.exec(before) ?? [];
  if (!isGrouped || after !== '' || decimals === undefined) return undefined;
  return writeTypedNumber(numberOf('0', decimals), locale);
}

/** Writes a number as people of the locale would type it, without signs between thousands. */
export function writeTypedNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(
    value,
  );
}
