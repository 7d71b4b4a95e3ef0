import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../lib/format-number.ts';
import { DeskIcon } from '../../ui/desk-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PANEL_ENTRIES, type PanelName } from './panel-entries.ts';
import './console-nav.css';

const NAMES = Object.keys(PANEL_ENTRIES) as PanelName[];

type Props = {
  panel: PanelName;
  /** How much of a panel nobody has dealt with. */
  newOf: Partial<Record<PanelName, number | undefined>>;
};

/** The console's own sidebar; on narrow screens a bar that scrolls sideways, the current entry in sight. */
export function ConsoleNav({ panel, newOf }: Props) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[data-panel="${panel}"]`);
    const bar = current?.parentElement;
    if (!current || !bar) return;
    bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }, [panel]);
  return (
    <nav className="console-nav" aria-label="Admin Panel" ref={list}>
      <p className="console-nav-title">Admin Panel</p>
      <div className="console-nav-list">
        {NAMES.map((name) => (
          <Link
            key={name}
            to="/admin"
            search={name === 'overview' ? {} : { panel: name }}
            className="console-nav-entry"
            data-panel={name}
            // The router marks what begins like the URL, which the overview always does; only what is it exactly.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === panel ? 'page' : undefined}
          >
            <DeskIcon name={PANEL_ENTRIES[name].icon} />
            <span>{PANEL_ENTRIES[name].label}</span>
            <NewCount count={newOf[name]} />
          </Link>
        ))}
      </div>
      <Link to="/" search={{}} className="console-nav-entry console-nav-back">
        <Icon name="home" />
        <span>Back to Dashboard</span>
      </Link>
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
