import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import { settingChoices } from '@sunloop/shared-types/ground/setting-choices.ts';
import {
  FIRST_COME_SETTING,
  FIRST_TAKEN_DAYS_SETTING,
} from '@sunloop/shared-types/referrals/cases.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { isTextPageKey } from '@sunloop/shared-types/visitors/text-pages.ts';

const CATEGORY_TITLES: Readonly<Record<string, string>> = {
  general: 'General',
  security: 'Security',
  referrals: 'Referrals and impact',
  journey: 'Steps of a referral',
  payouts: 'Payouts',
  pages: 'Public pages',
  system: 'System',
  retention: 'How long data is kept',
};
const ORDER = Object.keys(CATEGORY_TITLES);

/** Titles as an operator would put them; a newer server's key is shown in its own words. */
const TITLES: Readonly<Record<string, string>> = {
  'general.help_phone': 'Help phone',
  'general.help_email': 'Help email',
  'referrals.permission': 'Ask whether the friend agreed to be contacted',
  [FIRST_COME_SETTING]: 'Whom to propose when several referred the same person',
  [FIRST_TAKEN_DAYS_SETTING]: 'An earlier claim of a device counts if it arrives within',
  'rewards.when_paid': 'Answer to “When do I get my reward?”',
  'general.default_country': 'Country of phones without a country code',
  [TIME_ZONE_SETTING]: 'Time zone of the office',
  'session.offline_lock_days': 'Lock a device that has been offline for',
  [SECOND_FACTOR_SETTING]: 'Second factor of admins',
  'journey.contact_made': 'A friend is usually called',
  'journey.in_progress': 'A visit and a plan usually follow',
  'journey.completed': 'Panels usually go up',
  'journey.paid': 'The reward is usually paid',
  'pages.privacy': 'Privacy page',
  'pages.terms': 'Terms page',
  'pages.accessibility': 'Accessibility page',
  'payouts.form_over_dollars': 'Ask for a tax form from people paid in a year at least',
  'impact.tons_per_referral': 'CO₂ per completed referral',
  'impact.homes_per_ton': 'Homes powered per ton',
  'retention.sign_in_attempts_days': 'Keep sign-in attempts for',
  'retention.audit_days': 'Keep the audit log for',
  'retention.settled_quotes_days': 'Keep settled quote requests for',
  'retention.act_keys_days': 'Recognize a repeated change for',
  'security.session_days': 'Log people out when unused for',
  'security.session_max_days': 'Log people out at the latest after',
  'security.password_min_length': 'Shortest password',
  'security.login_tries': 'Wrong passwords before sign-in is refused',
  'referrals.default_reward': 'Reward shown before a tier pays',
  'system.sync_batch_rows': 'Referrals sent at once',
};

/** 'impact.trees_per_ton' → 'Trees per ton'; the part before the dot is shown by its group. */
export function settingTitle(key: string): string {
  const known = TITLES[key];
  if (known !== undefined) return known;
  const words = key
    .slice(key.indexOf('.') + 1)
    .replaceAll(/[._]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' });

/** The value as it is shown: '90 days', 'United States (US)', 'Empty'. */
export function valueWords({ key, value }: Pick<Setting, 'key' | 'value'>): string {
  if (value === '') return 'Empty';
  if (settingChoices(key)) return FIRST_COME_WORDS[value] ?? capitalized(value);
  if (isTextPageKey(key)) return `${value.split(/\s+/).length} words`;
  if (key === 'payouts.form_over_dollars') return writeMoney(`$${value}`);
  if (key === 'general.default_country') return countryWords(value);
  return `${value} ${unitOf(key)}`.trim();
}

const FIRST_COME_WORDS: Readonly<Record<string, string>> = {
  first_received: 'Who was received first',
  first_taken_within_days: 'Who took it first by their device',
  split: 'All of them, in equal parts',
};

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function countryWords(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

/** What the number of a setting counts, as in '90 days'; empty if its title says it. */
export function unitOf(key: string): string {
  if (key.endsWith('_days')) return 'days';
  if (key.endsWith('_dollars')) return 'dollars';
  return UNITS[key] ?? '';
}

const UNITS: Readonly<Record<string, string>> = {
  'impact.tons_per_referral': 'metric tons',
  'security.password_min_length': 'characters',
  'security.login_tries': 'tries',
};

const titleOf = (category: string) => CATEGORY_TITLES[category] ?? settingTitle(category);
const rankOf = (category: string) =>
  (ORDER.indexOf(category) + ORDER.length + 1) % (ORDER.length + 1);

/** Settings under the headings of their categories: those we know in our order, then the others by name. */
export function groupSettings(settings: readonly Setting[]) {
  const groups = Map.groupBy(settings, ({ category }) => category);
  return [...groups]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map(([category, items]) => ({ category, title: titleOf(category), items }));
}

/** Whether a setting is a number; by its key, too, because a phone number may be all digits. */
export function isNumber({ key, value }: Pick<Setting, 'key' | 'value'>): boolean {
  const isOfNumbers = /_(?:days|dollars)$/.test(key) || key.startsWith('impact.');
  return isOfNumbers && /^\d+(\.\d+)?$/.test(value);
}
