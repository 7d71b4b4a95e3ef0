import type { Role } from '@sunloop/shared-types/ground/user.ts';
import type { IconName } from '../../ui/icon.tsx';

/** One place the navigation leads to. */
export type Entry = {
  to: '/' | '/referrals' | '/rewards' | '/profile' | '/admin';
  label: string;
  icon: IconName;
};

const DASHBOARD: Entry = { to: '/', label: 'Dashboard', icon: 'home' };
const REFERRALS: Entry = { to: '/referrals', label: 'My Referrals', icon: 'people' };
const REWARDS: Entry = { to: '/rewards', label: 'Rewards', icon: 'gift' };
const PROFILE: Entry = { to: '/profile', label: 'Profile', icon: 'person' };
const ADMIN: Entry = { to: '/admin', label: 'Admin Panel', icon: 'shield' };

/** The desktop sidebar hides an admin's referrals and rewards (SPEC §2). */
export function sidebarEntries(role: Role): readonly Entry[] {
  return role === 'admin' ? [DASHBOARD, PROFILE, ADMIN] : [DASHBOARD, REFERRALS, REWARDS, PROFILE];
}

/** The mobile menu shows referrals and rewards to everyone (SPEC §2). */
export function menuEntries(role: Role): readonly Entry[] {
  const all = [DASHBOARD, REFERRALS, REWARDS, PROFILE];
  return role === 'admin' ? [...all, ADMIN] : all;
}
