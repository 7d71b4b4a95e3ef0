const RULES = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** An ordinal number: '1st', '8th', '22nd'. */
export function formatOrdinal(n: number): string {
  return `${n}${ENDINGS[RULES.select(n)] ?? 'th'}`;
}
