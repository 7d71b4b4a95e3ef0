import { Link } from '@tanstack/react-router';
import { formatDayName } from '../../lib/format-time.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import { type AddedDay, followAdded } from '@sunloop/engine/rows.ts';
import { RowBadge } from '../list/row-badge.tsx';
import { useDay } from '../../stored/use-clock.ts';
import { useFollowed } from '../../stored/use-stored.ts';
import './added-dialog.css';

const DAYS = 7;
/** 'Friday, December 4'. */
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});

const formatWeekday = (day: number) => WEEKDAY.format(day);

type Props = { onClose: () => void };

/** Whom the person added, day by day, each with its state; from what the device holds. */
export function AddedDialog({ onClose }: Props) {
  const days = useFollowed(followAdded, DAYS);
  const today = useDay();
  return (
    <Modal title="What you added" description={`In the last ${DAYS} days`} onClose={onClose}>
      {!days ? (
        <Skeleton lines={DAYS} label="What you added: loading" />
      ) : days.length === 0 ? (
        <EmptyState icon="people" title={`Nobody was added in the last ${DAYS} days.`} />
      ) : (
        days.map((day) => (
          <Day key={day.day} name={formatDayName(day.day, today, formatWeekday)} rows={day.rows} />
        ))
      )}
    </Modal>
  );
}

function Day({ name, rows }: Pick<AddedDay, 'rows'> & { name: string }) {
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
