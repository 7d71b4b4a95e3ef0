import type { PushRow } from '@sunloop/shared-types';
import type { WaitingEntry } from '../../sync/waiting.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { eventsOf } from './log-text.ts';
import { WaitingRow } from './waiting-row.tsx';

/** How many rows of a file's batch are shown; the bulk upload shows them all. */
const SHOWN_ROWS = 10;

type Props = {
  entry: WaitingEntry;
  onEdit: (row: PushRow) => void;
  onRemove: (row: PushRow) => void;
};

/** One entry of the queue: who is in it and what happened to it when. */
export function WaitingEntryItem({ entry, onEdit, onRemove }: Props) {
  const { rows, fileName } = entry;
  const more = rows.length - SHOWN_ROWS;
  return (
    <li className="waiting-entry">
      {rows.length > 1 && (
        <h3>
          {fileName ?? 'Several at once'} · {rows.length} referrals
        </h3>
      )}
      <ul>
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <WaitingRow
            key={row.id}
            row={row}
            // An admin's act can be taken back, but not edited.
            onEdit={'act' in row ? undefined : () => onEdit(row)}
            onRemove={() => onRemove(row)}
          />
        ))}
      </ul>
      {more > 0 && <p className="muted">And {more} more of this file.</p>}
      <details>
        <summary>What happened</summary>
        <Timeline label={`What happened to ${rows[0]?.name ?? 'it'}`} events={eventsOf(entry)} />
      </details>
    </li>
  );
}
