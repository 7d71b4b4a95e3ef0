import type { ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';

export interface DemoReferral {
  name: string;
  status: ReferralStatus;
  /** How long ago it was entered. */
  daysAgo: number;
  phone: string;
  email: string;
}

export interface DemoCustomer {
  username: string;
  email: string;
  phone: string | null;
  address: string | null;
  /** 'false' is an account an admin made inactive. */
  isActive?: Flag;
  referrals: readonly DemoReferral[];
}

function referrals(status: ReferralStatus, firstDaysAgo: number, names: string): DemoReferral[] {
  return names.split(', ').map((name, index) => ({
    name,
    status,
    daysAgo: Math.max(0, firstDaysAgo - index * 3),
    phone: phoneOf(name),
    email: emailOf(name),
  }));
}

/** Numbers reserved for fiction; customers have those below it. */
const FIRST_LINE = 120;
const lines = new Map<string, number>();

/** A phone number for every name. */
function phoneOf(name: string): string {
  const line = lines.get(name) ?? FIRST_LINE + lines.size;
  lines.set(name, line);
  return `+1 520 555 0${line}`;
}

function emailOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '');
  return `${plain.replaceAll(' ', '.')}@example.com`;
}

/**
 * Invented people: one with many referrals, one with some, one who has just begun, one with none, and one
 * whose account is inactive. Everybody has a different phone except two, whom two customers referred.
 */
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
      // Maya has referred her too: the desk shows both.
      ...referrals('submitted', 2, 'Zoe Adams, Grace Kim'),
    ],
  },
  {
    username: 'Ruth Abel',
    email: 'ruth@demo.example',
    phone: null,
    address: null,
    referrals: [
      ...referrals('submitted', 1, 'Noah Fischer'),
      // Maya's Ben Carter under another name and email, with the same phone.
      ...referrals('submitted', 1, 'Benjamin Carter').map((one) => ({
        ...one,
        phone: phoneOf('Ben Carter'),
      })),
    ],
  },
  {
    username: 'Sam Novak',
    email: 'sam@demo.example',
    phone: null,
    address: null,
    referrals: [],
  },
  {
    username: 'Ellen Voss',
    email: 'ellen@demo.example',
    phone: '+1 480 555 0108',
    address: '3 Palo Verde Road, Mesa, AZ 85201',
    isActive: 'false',
    referrals: referrals('contact_made', 75, 'Theo Laurent'),
  },
];
