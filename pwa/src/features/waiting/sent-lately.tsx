import type { LogLine } from '../../data/user-db.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolate } from '../../lib/isolate.ts';

/** What reached the server from this device, newest first. */
export function SentLately({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="stack sent-lately" data-gap="2">
      <h3>Recently sent</h3>
      <ul>
        {lines.map(({ id, name, rowIds, lastAt }) => (
          <li key={id}>
            <Icon name="check" />
            <span>
              {rowIds.length > 1 ? `${isolate(name)} and ${rowIds.length - 1} more` : name}
            </span>
            <small>{formatMoment(lastAt)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
