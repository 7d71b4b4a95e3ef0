import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ROLE_LABELS } from '../../lib/role-labels.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';

/** What sidebar and menu show about the signed-in person. */
export type AccountProps = {
  user: User;
  themeSwitcher: ReactNode;
  onLogout: () => void;
  onHelp?: () => void;
};

/** Name, role, theme, help and logout. */
export function Account({ user, themeSwitcher, onLogout, onHelp }: AccountProps) {
  return (
    <div className="account">
      <div className="account-person">
        <Avatar name={user.username} image={user.avatar} />
        <p>
          <strong>{user.username}</strong>
          <span>{ROLE_LABELS[user.role]}</span>
        </p>
      </div>
      {themeSwitcher}
      <Link
        to="."
        search={(now) => ({ ...now, help: 1 as const })}
        className="nav-entry"
        activeProps={{ className: '' }}
        {...(onHelp ? { onClick: onHelp } : {})}
      >
        <Icon name="help" />
        <span>Help</span>
      </Link>
      <button type="button" className="nav-entry" onClick={onLogout}>
        <Icon name="logout" />
        <span>Logout</span>
      </button>
    </div>
  );
}
