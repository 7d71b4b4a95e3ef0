import { Link } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '../../../lib/format-number.ts';
import { DeskIcon, type DeskIconName } from '../../../ui/desk/icon.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFold } from './use-fold.ts';
import { useSidebarSlot } from './use-sidebar-slot.ts';
import './console-nav.css';

type Entry = {
  name: string;
  label: string;
  icon: DeskIconName;
  search: Readonly<Record<string, string>>;
};
export type NavGroup = { title: string; entries: readonly Entry[] };
type Props = {
  groups: readonly NavGroup[];
  /** Name of the entry that is shown; undefined if none is. */
  current: string | undefined;
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

function ConsoleEntries({ groups, current, newOf, onFind }: Props) {
  const list = useRef<HTMLElement>(null);
  const counts = Object.values(newOf).join();
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-panel="${current}"]`);
    const bar = list.current?.querySelector('.console-nav-list');
    if (!entry || !bar) return undefined;
    // Told its size at once, and again when the chip beside it comes or the phone is turned.
    const sizes = new ResizeObserver(() => {
      bar.scrollLeft = entry.offsetLeft - (bar.clientWidth - entry.offsetWidth) / 2;
    });
    sizes.observe(bar);
    // Who moves the row looks for another panel, and is not led back when the chip says something longer.
    const release = () => sizes.disconnect();
    bar.addEventListener('pointerdown', release);
    return () => {
      release();
      bar.removeEventListener('pointerdown', release);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a count that comes later moves what stands behind it
  }, [current, counts]);
  return (
    <nav className="console-nav" aria-label="Admin Panel" ref={list}>
      <div className="console-nav-list">
        {groups.map(({ title, entries }) => (
          <Fragment key={title}>
            <p>{title}</p>
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
                aria-current={name === current ? 'page' : undefined}
              >
                <DeskIcon name={icon} />
                <span>{label}</span>
                <NewCount count={newOf[name]} />
              </Link>
            ))}
          </Fragment>
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
        {current !== undefined && (
          <Link to="/" search={{}} className="console-nav-entry" title="Back to Dashboard">
            <Icon name="home" />
            <span>Back to Dashboard</span>
          </Link>
        )}
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
