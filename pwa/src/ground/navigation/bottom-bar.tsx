import type { Role } from '@sunloop/shared-types/ground/user.ts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/icon.tsx';
import { sidebarEntries, type Entry } from './entries.ts';
import { EntryLink } from './entry-link.tsx';
import './navigation.css';

/** Labels that fit under a thumb. */
export const SHORT: Record<Entry['to'], string> = {
  '/': 'Dashboard',
  '/referrals': 'Referrals',
  '/rewards': 'Rewards',
  '/profile': 'Profile',
  '/admin': 'Admin',
};

/** Navigation of narrow screens, with the app's main action in the middle. */
export function BottomBar({ role }: { role: Role }) {
  const entries = sidebarEntries(role);
  const middle = Math.ceil(entries.length / 2);
  const toLink = (entry: Entry) => (
    <EntryLink key={entry.to} entry={entry} label={SHORT[entry.to]} />
  );
  return (
    <nav className="bottom-bar" aria-label="Quick">
      {entries.slice(0, middle).map(toLink)}
      {role === 'customer' && (
        <Link
          to="."
          search={(now) => ({ ...now, add: 1 })}
          className="bottom-add"
          aria-label="Add New Referral"
        >
          <Icon name="plus" />
        </Link>
      )}
      {entries.slice(middle).map(toLink)}
    </nav>
  );
}
