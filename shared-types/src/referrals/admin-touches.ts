/**
 * The reads of the desk whose answers a write can change, as paths of the route table: the desk asks for these again after
 * the write. A test on the server compares each write with each read.
 */
type Paths = readonly `/api/admin/${string}`[];

const AUDIT: Paths = ['/api/admin/audit-logs'];
const CALLS: Paths = ['/api/admin/calls'];
const REFERRALS: Paths = [
  '/api/admin/referrals',
  '/api/admin/referrals/count',
  '/api/admin/referrals/:id',
  '/api/admin/stats',
  '/api/admin/report',
  '/api/admin/reward-tiers/promised',
  ...CALLS,
];
const PAY_RUN: Paths = ['/api/admin/payouts/owed'];
const LEDGER: Paths = ['/api/admin/payouts', '/api/admin/payouts/months', ...PAY_RUN];
const ACCOUNTS: Paths = ['/api/admin/users', '/api/admin/users/count'];
const ACCOUNT: Paths = [
  '/api/admin/users/:id',
  '/api/admin/users/:id/sessions',
  '/api/admin/security-stats',
];

/** What is done to people is told to them. */
const MESSAGES: Paths = ['/api/admin/mail', '/api/admin/messages', '/api/admin/messages/:id'];

/** Every write leaves a line in the audit log. */
const touching = (...groups: Paths[]): Paths => [...groups.flat(), ...AUDIT];

export const TOUCHED_BY = {
  referral: touching(REFERRALS, LEDGER, ACCOUNT, MESSAGES),
  lead: touching(CALLS, ['/api/admin/referrals/:id']),
  doNotContact: touching(
    [
      '/api/admin/do-not-contact',
      '/api/admin/quotes',
      '/api/admin/stats',
      '/api/admin/referrals/:id',
    ],
    CALLS,
  ),
  quote: touching(['/api/admin/quotes'], REFERRALS, ACCOUNT),
  /** Whoever is named beside calls, quotes and payouts. */
  person: touching(REFERRALS, LEDGER, ACCOUNT, MESSAGES, ['/api/admin/quotes']),
  /** Names and emails of people stand beside their referrals, quotes and payouts. */
  user: touching(ACCOUNTS, ACCOUNT, REFERRALS, LEDGER, MESSAGES, [
    '/api/admin/devices',
    '/api/admin/quotes',
    '/api/admin/settings',
  ]),
  session: touching(ACCOUNT, MESSAGES),
  secondFactor: touching(['/api/admin/second-factor'], ACCOUNT, MESSAGES),
  export: touching(),
  payout: touching(LEDGER, ['/api/admin/stats', '/api/admin/report'], ACCOUNT, MESSAGES),
  message: touching(MESSAGES),
  device: touching(['/api/admin/devices', '/api/admin/stats'], ACCOUNT, MESSAGES),
  taxForm: touching(PAY_RUN),
  setting: touching(
    ['/api/admin/settings', '/api/admin/devices', '/api/admin/stats', '/api/admin/referrals/:id'],
    PAY_RUN,
  ),
  tier: touching(['/api/admin/reward-tiers']),
  reward: touching(['/api/admin/rewards']),
  achievement: touching(['/api/admin/achievements']),
};
