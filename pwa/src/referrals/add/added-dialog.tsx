import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { startOfDay } from '@sunloop/engine/lib/start-of-day.ts';
import { type AddedDay, followAdded } from '@sunloop/engine/rows.ts';
import { RowBadge } from '../list/row-badge.tsx';
import { useFollowed } from '../../stored/use-stored.ts';
import './added-dialog.css';

const DAYS = 7;
/** 'Friday, December 4'. */
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

type Props = { onClose: () => void };

/** Whom the person added, day by day, each with its state; from what the device holds. */
export function AddedDialog({ onClose }: Props) {
  const days = useFollowed(followAdded, DAYS);
  return (
    <Modal title="What you added" description={`In the last ${DAYS} days`} onClose={onClose}>
      {!days ? (
        <Skeleton lines={DAYS} label="What you added: loading" />
      ) : days.length === 0 ? (
        <EmptyState icon="people" title={`Nobody was added in the last ${DAYS} days.`} />
      ) : (
        days.map((day) => <Day key={day.day} {...day} />)
      )}
    </Modal>
  );
}

function Day({ day, rows }: AddedDay) {
  const name = nameOf(day);
  return (
    <section className="added-day" aria-label={name}>
      <h3>
        {name}: {rows.length.toLocaleString()}
      </h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to="." search={{ referral: row.id }} resetScroll={false}>
              <strong>{row.name}</strong>
              <RowBadge row={row} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(day: number): string {
  if (day === startOfDay(Date.now())) return 'Today';
  return day === startOfDay(Date.now(), 1) ? 'Yesterday' : WEEKDAY.format(day);
}
