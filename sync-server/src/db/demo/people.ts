import type { ReferralStatus } from '@sunloop/shared-types';

export interface DemoReferral {
  name: string;
  status: ReferralStatus;
  /** When it was taken. */
  daysAgo: number;
}

export interface DemoCustomer {
  username: string;
  email: string;
  phone: string | null;
  address: string | null;
  referrals: readonly DemoReferral[];
}

function referrals(status: ReferralStatus, firstDaysAgo: number, names: string): DemoReferral[] {
  return names
    .split(', ')
    .map((name, index) => ({ name, status, daysAgo: firstDaysAgo - index * 3 }));
}

/** Invented people: one who has done much, one in the middle, one who has only begun, one with nothing. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    username: 'Maya Torres',
    email: 'maya@demo.example',
    phone: '+1 520 555 0117',
    address: '14 Saguaro Lane, Tucson, AZ 85701',
    referrals: [
      ...referrals(
        'completed',
        140,
        'Liam Brooks, Sofia Nguyen, Ethan Cole, Priya Raman, Jonas Weber',
      ),
      ...referrals('completed', 90, 'Chloe Martin, Omar Haddad'),
      ...referrals('in_progress', 32, 'Grace Kim, Peter Lindqvist'),
      ...referrals('contact_made', 14, 'Amara Okafor'),
      ...referrals('submitted', 4, 'Ben Carter, Lucía Romero'),
    ],
  },
  {
    username: 'Daniel Reed',
    email: 'daniel@demo.example',
    phone: '+1 602 555 0164',
    address: null,
    referrals: [
      ...referrals('completed', 60, 'Hannah Price, Marco Bianchi'),
      ...referrals('in_progress', 21, 'Yuki Tanaka'),
      ...referrals('contact_made', 11, 'Olivia Grant, Samir Patel'),
      ...referrals('submitted', 2, 'Zoe Adams'),
    ],
  },
  {
    username: 'Ruth Abel',
    email: 'ruth@demo.example',
    phone: null,
    address: null,
    referrals: referrals('submitted', 1, 'Noah Fischer'),
  },
  {
    username: 'Sam Novak',
    email: 'sam@demo.example',
    phone: null,
    address: null,
    referrals: [],
  },
];
