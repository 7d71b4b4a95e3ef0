import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { Account, type AccountProps } from './account.tsx';
import { sidebarEntries } from './entries.ts';
import { EntryLink } from './entry-link.tsx';
import './navigation.css';

/** Navigation of wide screens. */
export function Sidebar({ connection, ...account }: AccountProps & { connection: ReactNode }) {
  return (
    <header className="sidebar">
      <Logo />
      {connection}
      <nav aria-label="Main">
        {sidebarEntries(account.user.role).map((entry) => (
          <EntryLink key={entry.to} entry={entry} />
        ))}
      </nav>
      {/* The admin's console puts its navigation here. */}
      <div className="sidebar-desk" />
      <Account {...account} />
    </header>
  );
}
