import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { useState } from 'react';
import { formatMoment } from '../../lib/format-date.ts';
import { formatShortMoment } from '../../lib/format-time.ts';
import type { WaitingEntry } from '@sunloop/engine/waiting.ts';
import { IconButton } from '../../ui/button.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { useDay } from '../../stored/use-clock.ts';
import { eventsOf } from './log-text.ts';

/** How many rows of a file's batch are shown; the bulk upload shows them all. */
const SHOWN_ROWS = 10;

type Props = {
  entry: WaitingEntry;
  onEdit: (row: PushRow) => void;
  onRemove: (row: PushRow) => void;
};

/** One entry of the queue: who is in it, one line each, and on request what happened to it when. */
export function WaitingEntryItem({ entry, onEdit, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false);
  const today = useDay();
  const { rows, canEdit, savedAt, fileName, handedAt } = entry;
  const more = rows.length - SHOWN_ROWS;
  return (
    <li>
      {rows.length > 1 && (
        <p className="muted">
          {fileName ?? 'Several at once'} · {rows.length}
        </p>
      )}
      <ul>
        {rows.slice(0, SHOWN_ROWS).map((row) => (
          <li key={row.id} className="waiting-line">
            <button
              type="button"
              className="waiting-what truncate"
              aria-expanded={isOpen}
              aria-label={`${row.name}, what happened`}
              onClick={() => setOpen(!isOpen)}
            >
              {row.name}
            </button>
            <small>{formatShortMoment(savedAt, today)}</small>
            {canEdit && (
              <IconButton icon="edit" aria-label={`Edit ${row.name}`} onPress={() => onEdit(row)} />
            )}
            <IconButton
              icon="trash"
              aria-label={`Remove ${row.name}`}
              onPress={() => onRemove(row)}
            />
          </li>
        ))}
      </ul>
      {handedAt !== undefined && (
        <p className="muted">
          Saved for a colleague on {formatMoment(handedAt)}, waits here until our server has it.
        </p>
      )}
      {more > 0 && <p className="muted">And {more} more of this file.</p>}
      {isOpen && <Timeline label={`What happened to ${rows[0]?.name}`} events={eventsOf(entry)} />}
    </li>
  );
}
