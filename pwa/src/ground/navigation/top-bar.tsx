import { useEffect, type FocusEvent, type ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Account, type AccountProps } from './account.tsx';
import { menuEntries } from './entries.ts';
import { EntryLink } from './entry-link.tsx';
import './navigation.css';

type Props = AccountProps & {
  connection: ReactNode;
  isMenuOpen: boolean;
  onMenu: (isOpen: boolean) => void;
};

/** Head of narrow screens with the menu that unfolds from it. */
export function TopBar({ connection, isMenuOpen, onMenu, ...account }: Props) {
  const close = () => onMenu(false);
  useEffect(() => {
    if (!isMenuOpen) return undefined;
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && onMenu(false);
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [isMenuOpen, onMenu]);
  // The menu lies over the page, so nothing beneath it has the focus.
  const closeLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (isMenuOpen && relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <header className="top-bar" onBlur={closeLeft}>
      <div className="top-bar-line">
        <Logo />
        {connection}
        <IconButton
          icon={isMenuOpen ? 'close' : 'menu'}
          aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isMenuOpen}
          aria-controls="mobile-menu"
          onPress={() => onMenu(!isMenuOpen)}
        />
      </div>
      <div className="mobile-menu" id="mobile-menu" hidden={!isMenuOpen}>
        <nav aria-label="Menu">
          {menuEntries(account.user.role).map((entry) => (
            <EntryLink key={entry.to} entry={entry} onChoose={close} />
          ))}
        </nav>
        <Account
          {...account}
          onHelp={close}
          onLogout={() => {
            close();
            account.onLogout();
          }}
        />
      </div>
    </header>
  );
}
