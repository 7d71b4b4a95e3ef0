interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Settings that are numbers, and from where to where; all others are texts. The upper ends keep a customer's
 * impact of 200,000 completed referrals within its columns.
 */
export const settingNumberRanges: Readonly<Record<string, Range>> = {
  'session.offline_lock_days': { min: 1, max: 365 },
  'impact.tons_per_referral': { min: 0, max: 100 },
  'impact.trees_per_ton': { min: 0, max: 100 },
  'impact.homes_per_ton': { min: 0, max: 100 },
  'impact.pounds_per_ton': { min: 0, max: 10_000 },
};

const PLAIN_NUMBER = /^(0|[1-9]\d{0,8})(\.\d{1,6})?$/;

/** What is wrong with a new value of this setting, as the admin should read it, or nothing. */
export function faultOfSetting(key: string, value: string): string | undefined {
  const range = Object.hasOwn(settingNumberRanges, key) ? settingNumberRanges[key] : undefined;
  if (!range) return undefined;
  const number = Number(value);
  const isInRange = number >= range.min && number <= range.max;
  if (PLAIN_NUMBER.test(value) && isInRange) return undefined;
  return `Must be a number from ${range.min} to ${range.max}, such as 4.8`;
}
