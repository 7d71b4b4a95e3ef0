/** The ladder of SPEC §2, Rewards page; the levels customers see are made from the same lines. */
export const referenceTiers = [
  {
    level: 1,
    name: 'First Light',
    minReferrals: 1,
    maxReferrals: 2,
    rewardAmount: '$300',
    description: 'Cash for your first and second successful referral',
  },
  {
    level: 2,
    name: 'Rising Sun',
    minReferrals: 3,
    maxReferrals: 4,
    rewardAmount: '$400',
    description: 'Solar credit for your third and fourth successful referral',
  },
  {
    level: 3,
    name: 'High Noon',
    minReferrals: 5,
    maxReferrals: 6,
    rewardAmount: '$500',
    description: 'Cash for your fifth and sixth successful referral',
  },
  {
    level: 4,
    name: 'Solar Champion',
    minReferrals: 7,
    maxReferrals: 9,
    rewardAmount: '$1000',
    description: 'Cash for your seventh, eighth and ninth successful referral',
  },
  {
    level: 5,
    name: 'Sun Legend',
    minReferrals: 10,
    maxReferrals: null,
    rewardAmount: '50% Tesla Powerwall discount',
    description: 'Half off a Tesla Powerwall from your tenth successful referral on',
  },
] as const;

/** What the rewards page advertises at first. */
export const referenceRewards = [
  {
    name: 'Cash Reward',
    description: 'Paid out for a friend who goes solar',
    amount: '$300',
    requiredReferrals: 1,
  },
  {
    name: 'Solar Credit',
    description: 'Taken off your own solar bill',
    amount: '$400',
    requiredReferrals: 3,
  },
  {
    name: 'Cash Bonus',
    description: 'A bigger thank-you for a busy referrer',
    amount: '$500',
    requiredReferrals: 5,
  },
  {
    name: 'Champion Bonus',
    description: 'For those who light up the whole street',
    amount: '$1000',
    requiredReferrals: 7,
  },
  {
    name: 'Powerwall Discount',
    description: 'Store your own sunshine for half the price',
    amount: '50% Tesla Powerwall discount',
    requiredReferrals: 10,
  },
] as const;
