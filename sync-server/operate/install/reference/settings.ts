import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import { SECOND_FACTOR_SETTING } from '@sunloop/shared-types/accounts/second-factor.ts';
import {
  DAY_MS,
  DEFAULT_COUNTRY,
  DEFAULT_REWARD,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
  MINUTE_MS,
  OFFLINE_LOCK_DAYS,
  PASSWORD_MIN,
  PUSH_MAX_ROWS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  TAX_FORM_OVER_DOLLARS,
} from '@sunloop/shared-types/limits.ts';
import {
  FIRST_COME_SETTING,
  FIRST_TAKEN_DAYS,
  FIRST_TAKEN_DAYS_SETTING,
} from '@sunloop/shared-types/referrals/cases.ts';
import { pages } from './pages.ts';

const epa =
  'EPA, Greenhouse Gas Equivalencies Calculator, Calculations and References (2024 edition, eGRID2022)';

const WHEN_PAID =
  'A reward is earned when the referral reads Completed. The Rewards page shows what each one earns and when it was paid to you.';

/** How long each step after a referral usually takes: 'We call them, usually within 2 days.' */
const journey = [
  { key: 'journey.contact_made', value: 'within 2 days', what: 'We call them, usually …' },
  { key: 'journey.in_progress', value: '1 to 2 weeks', what: 'We visit and plan, usually …' },
  { key: 'journey.completed', value: 'in 30 to 60 days', what: 'Panels go up, usually …' },
  {
    key: 'journey.paid',
    value: 'within 30 days',
    what: 'Your reward follows, usually …',
    more: '. After the longest time it names, an unpaid reward reads as late',
  },
].map(({ key, value, what, more = '' }) => ({
  key,
  value,
  description: `Customers read about a friend's next step: '${what}'. If empty, no time is given${more}`,
  category: 'journey',
}));

/** Editable settings; the numbers of `impact.*` are applied to each completed referral. */
const editable = [
  {
    key: 'general.help_phone',
    value: '+1 800 555 0142',
    description: 'The help line shown in Help, on the sign-in page and on referral links',
    category: 'general',
  },
  {
    key: 'general.help_email',
    value: 'help@example.com',
    description: 'Where people may write for help',
    category: 'general',
  },
  {
    key: 'general.default_country',
    value: DEFAULT_COUNTRY,
    description:
      'Two letters, such as US or DE: how a phone without a country code is called and compared',
    category: 'general',
  },
  {
    key: TIME_ZONE_SETTING,
    value: 'UTC',
    description:
      'Whose midnight ends a day, a month and a year: calls, payments, figures, the audit log. Such as America/New_York or UTC. What was paid stays in the year it was paid in',
    category: 'general',
  },
  {
    key: 'rewards.when_paid',
    value: WHEN_PAID,
    description: "What Help answers customers to 'When do I get my reward?'",
    category: 'referrals',
  },
  {
    key: 'referrals.permission',
    value: 'ask',
    description:
      'Whether the referral form and the upload ask that the friend agreed to be contacted: off, ask, or required (then nobody is taken without it)',
    category: 'referrals',
  },
  {
    key: FIRST_COME_SETTING,
    value: 'first_received',
    description:
      'Whom the desk proposes to pay when several users referred the same person: who was received first, who took it first by their device if it arrived in time, all of them in equal parts, or nobody. A person decides in any case',
    category: 'referrals',
  },
  {
    key: FIRST_TAKEN_DAYS_SETTING,
    value: String(FIRST_TAKEN_DAYS),
    description:
      'How many days after the first one a referral may arrive that its device says was taken earlier',
    category: 'referrals',
  },
  ...journey,
  {
    key: 'devices.late_days',
    value: '2',
    description:
      'A device that has held referrals for more than this many days without sending them is something to do for the office',
    category: 'referrals',
  },
  {
    key: 'payouts.form_over_dollars',
    value: String(TAX_FORM_OVER_DOLLARS),
    description:
      'Whoever is paid this or more in a year must have sent a tax form (2026: $2,000). The pay run says so before it is passed',
    category: 'payouts',
  },
  {
    key: 'session.offline_lock_days',
    value: String(OFFLINE_LOCK_DAYS),
    description:
      'A device that has not heard from this server for this many days hides its data until the server answers again; what waits is kept',
    category: 'security',
  },
  {
    key: SECOND_FACTOR_SETTING,
    value: 'recommended',
    description:
      'Whether admins need a second factor: off, recommended (the desk reminds them), or required (the next sign-in of an admin without one begins with adding it)',
    category: 'security',
  },
  {
    key: 'impact.tons_per_referral',
    value: '4.8',
    description: `Metric tons of CO₂ saved by one completed referral: a home's electricity for one year, which a solar system of its size replaces, 4.798 t. Source: ${epa}`,
    category: 'referrals',
  },
  {
    key: 'impact.trees_per_ton',
    value: '16.67',
    description: `Tree seedlings grown for 10 years that take up one metric ton of CO₂: 1 / 0.060 t. Source: ${epa}`,
    category: 'referrals',
  },
  {
    key: 'impact.homes_per_ton',
    value: '0.2084',
    description: `Homes whose electricity for one year emits one metric ton of CO₂: 1 / 4.798 t. Source: ${epa}`,
    category: 'referrals',
  },
  {
    key: 'impact.pounds_per_ton',
    value: '2204.6',
    description: `Pounds in a metric ton. Source: ${epa}`,
    category: 'referrals',
  },
];

/**
 * How long data that grows by itself is kept; housekeeping deletes what is older. The allowed ranges keep
 * what devices need.
 */
const retention = [
  {
    key: 'retention.sign_in_attempts_days',
    value: '90',
    description:
      'Sign-in attempts, with email, address and browser, are deleted after this many days',
    category: 'retention',
  },
  {
    key: 'retention.audit_days',
    value: '730',
    description:
      'Lines of the audit log, and with them a referral’s history, are deleted after this many days',
    category: 'retention',
  },
  {
    key: 'retention.settled_quotes_days',
    value: '365',
    description:
      'A quote request is deleted this many days after it was closed or became a referral',
    category: 'retention',
  },
  {
    key: 'retention.act_keys_days',
    value: '400',
    description:
      'An admin’s act that a device sends again after this many days may be done twice. The keys contain no names',
    category: 'retention',
  },
];

/** Fixed values, shown to admins for information. */
const fixed = [
  {
    key: 'security.session_days',
    value: String(SESSION_IDLE_MS / DAY_MS),
    description: 'A session ends after this many days without use',
    category: 'security',
  },
  {
    key: 'security.session_max_days',
    value: String(SESSION_MAX_MS / DAY_MS),
    description: 'A session ends this many days after its sign-in, even if used',
    category: 'security',
  },
  {
    key: 'security.password_min_length',
    value: String(PASSWORD_MIN),
    description: 'Minimum number of characters in a new password',
    category: 'security',
  },
  {
    key: 'security.login_tries',
    value: String(LOGIN_MAX_PER_EMAIL_AND_ADDRESS),
    description: `Wrong passwords allowed for one email from one address within ${LOGIN_WINDOW_MS / MINUTE_MS} minutes`,
    category: 'security',
  },
  {
    key: 'referrals.default_reward',
    value: DEFAULT_REWARD,
    description: 'The reward a referral shows until a tier pays it',
    category: 'referrals',
  },
  {
    key: 'system.sync_batch_rows',
    value: String(PUSH_MAX_ROWS),
    description: 'Referrals a device may send in one batch',
    category: 'system',
  },
];

export const referenceSettings = [
  ...[...editable, ...pages, ...retention].map((setting) => ({
    ...setting,
    isEditable: 'true' as const,
  })),
  ...fixed.map((setting) => ({ ...setting, isEditable: 'false' as const })),
];
