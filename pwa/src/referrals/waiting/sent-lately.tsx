import { formatDayName, formatTime } from '../../lib/format-time.ts';
import type { SentRows } from '@sunloop/engine/waiting.ts';
import { useDay } from '../../stored/use-clock.ts';

/** People shown of one day. */
const SHOWN = 20;

/** Who reached the server from this device, day by day, newest first. */
export function SentLately({ sent }: { sent: readonly SentRows[] }) {
  const today = useDay();
  return [...Map.groupBy(sent, ({ at }) => formatDayName(at, today))].map(([day, rows]) => (
    <SentDay key={day} day={day} rows={rows} />
  ));
}

function SentDay({ day, rows }: { day: string; rows: readonly SentRows[] }) {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const people = rows.flatMap(({ id, at, names }) =>
    names.map((name, nth) => ({ key: `${id}-${nth}`, name, at })),
  );
  const shown = people.slice(0, SHOWN);
  return (
    <section>
      <h3>
        {day} · {count.toLocaleString()}
      </h3>
      <ul>
        {shown.map(({ key, name, at }) => (
          <li key={key} className="waiting-line">
            <span className="truncate">{name}</span>
            <small>{formatTime(at)}</small>
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p className="muted">And {(count - shown.length).toLocaleString()} more.</p>
      )}
    </section>
  );
}
