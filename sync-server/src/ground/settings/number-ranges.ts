import { settingChoices } from '@sunloop/shared-types/ground/setting-choices.ts';
import { isTimeZone, TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { DESCRIPTION_MAX } from '@sunloop/shared-types/limits.ts';
import { FIRST_TAKEN_DAYS_SETTING } from '@sunloop/shared-types/referrals/cases.ts';
import { isCountry } from '@sunloop/shared-types/values/phone-numbers.ts';

const NO_COUNTRY = 'Must be the two letters of a country (ISO 3166), such as US or DE';

export const NO_ZONE = 'Must be a time zone, such as America/New_York, Europe/Berlin or UTC';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: true;
}

const days = (min: number): Range => ({ min, max: 36_500, isWhole: true });

/**
 * Settings that are numbers, with their ranges; all others are texts. The upper ends keep the impact of a
 * customer with 200,000 completed referrals within its columns, and days within a century.
 */
export const settingNumberRanges: Readonly<Record<string, Range>> = {
  'session.offline_lock_days': { min: 1, max: 365 },
  'impact.tons_per_referral': { min: 0, max: 100 },
  'impact.trees_per_ton': { min: 0, max: 100 },
  'impact.homes_per_ton': { min: 0, max: 100 },
  'impact.pounds_per_ton': { min: 0, max: 10_000 },
  [FIRST_TAKEN_DAYS_SETTING]: { min: 1, max: 365, isWhole: true },
  'payouts.form_over_dollars': { min: 1, max: 1_000_000 },
  'devices.late_days': { min: 1, max: 90, isWhole: true },
  'retention.sign_in_attempts_days': days(1),
  'retention.audit_days': days(30),
  'retention.settled_quotes_days': days(1),
  // As long as a cursor is valid, so that a device may come back without fetching everything.
  'retention.act_keys_days': days(90),
  // Over a year, because a device's date for a referral is believed for that long.
};

const PLAIN_NUMBER = /^(0|[1-9]\d{0,8})(\.\d{1,6})?$/;

/** What is wrong with a new value for this setting, in words for the admin, or nothing. */
export function faultOfSetting(key: string, value: string): string | undefined {
  if (value.length > DESCRIPTION_MAX) return `Must be at most ${DESCRIPTION_MAX} characters`;
  if (key === TIME_ZONE_SETTING) return isTimeZone(value) ? undefined : NO_ZONE;
  if (key === 'general.default_country') return isCountry(value) ? undefined : NO_COUNTRY;
  const choices = settingChoices(key);
  if (choices) return choices.includes(value) ? undefined : `Must be one of ${choices.join(', ')}`;
  const range = Object.hasOwn(settingNumberRanges, key) ? settingNumberRanges[key] : undefined;
  if (!range) return undefined;
  const number = Number(value);
  const isInRange = number >= range.min && number <= range.max;
  const isPlain = range.isWhole ? /^[1-9]\d{0,8}$/.test(value) : PLAIN_NUMBER.test(value);
  if (isPlain && isInRange) return undefined;
  if (range.isWhole) return `Must be a whole number from ${range.min} to ${range.max}`;
  return `Must be a number from ${range.min} to ${range.max}, such as 4.8`;
}
