import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/icon.tsx';
import type { Entry } from './entries.ts';

type Props = { entry: Entry; label?: string; onChoose?: () => void };

/** A navigation entry; the router marks the current one with `aria-current`. */
export function EntryLink({ entry, label = entry.label, onChoose }: Props) {
  return (
    <Link
      to={entry.to}
      search={{}}
      activeOptions={{ exact: entry.to === '/', includeSearch: false }}
      className="nav-entry"
      {...(onChoose ? { onClick: onChoose } : {})}
    >
      <Icon name={entry.icon} />
      <span>{label}</span>
    </Link>
  );
}
