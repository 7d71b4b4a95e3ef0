import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SHORT } from './bottom-bar.tsx';
import { sidebarEntries } from './entries.ts';
import './navigation.css';

/** What surrounds every page of a customer, before the app is there. Nothing in it can be used. */
export const SHELL_FIRST_VIEW = (
  <div className="shell" inert>
    <div className="sidebar">
      <Logo />
    </div>
    <header className="top-bar">
      <div className="top-bar-line">
        <Logo />
      </div>
    </header>
    <div className="bottom-bar">
      {sidebarEntries('customer').map(({ to, icon }) => (
        <span key={to} className="nav-entry">
          <Icon name={icon} />
          <span>{SHORT[to]}</span>
        </span>
      ))}
    </div>
  </div>
);
