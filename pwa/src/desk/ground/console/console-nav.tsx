import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '../../../lib/format-number.ts';
import { DeskIcon, type DeskIconName } from '../../../ui/desk/icon.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFold } from './use-fold.ts';
import { useSidebarSlot } from './use-sidebar-slot.ts';
import './console-nav.css';

type Entry = { name: string; label: string; icon: DeskIconName; search: { panel?: unknown } };
type Props = {
  entries: readonly Entry[];
  /** Name of the panel that is shown. */
  panel: string;
  /** For each panel, how many items nobody has dealt with. */
  newOf: Readonly<Record<string, number | undefined>>;
  onFind: () => void;
};

/** The console's navigation: in the app's sidebar, which can be collapsed; on narrow screens, a bar above the panel. */
export function ConsoleNav(props: Props) {
  const slot = useSidebarSlot();
  return slot ? (
    createPortal(
      <>
        <ConsoleEntries {...props} />
        <FoldButton />
      </>,
      slot,
    )
  ) : (
    <ConsoleEntries {...props} />
  );
}

function ConsoleEntries({ entries, panel, newOf, onFind }: Props) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[data-panel="${panel}"]`);
    const bar = current?.parentElement;
    if (!current || !bar) return;
    bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }, [panel]);
  return (
    <nav className="console-nav" aria-label="Admin Panel" ref={list}>
      <div className="console-nav-list">
        {entries.map(({ name, label, icon, search }) => (
          <Link
            key={name}
            to="/admin"
            search={search}
            className="console-nav-entry"
            data-panel={name}
            title={label}
            // Otherwise the router would mark every entry the URL begins with, and so always the overview.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === panel ? 'page' : undefined}
          >
            <DeskIcon name={icon} />
            <span>{label}</span>
            <NewCount count={newOf[name]} />
          </Link>
        ))}
      </div>
      <div className="console-nav-end">
        <button
          type="button"
          className="console-nav-entry"
          title="Find anything (Ctrl+K)"
          aria-keyshortcuts="Control+K"
          onClick={onFind}
        >
          <Icon name="search" />
          <span>Find anything</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <Link to="/" search={{}} className="console-nav-entry" title="Back to Dashboard">
          <Icon name="home" />
          <span>Back to Dashboard</span>
        </Link>
      </div>
    </nav>
  );
}

function NewCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <b className="console-nav-count">
      {formatNumber(count)}
      <span className="visually-hidden"> new</span>
    </b>
  );
}

function FoldButton() {
  const [isFolded, fold] = useFold();
  return (
    <button
      type="button"
      className="console-nav-entry console-nav-fold"
      aria-expanded={!isFolded}
      title={isFolded ? 'Show the names' : undefined}
      onClick={() => fold(!isFolded)}
    >
      <Icon name="chevron" />
      <span>{isFolded ? 'Expand sidebar' : 'Collapse sidebar'}</span>
    </button>
  );
}
