import type { Tone } from './badge.tsx';
import './tally.css';

/** A count with its label; undefined while unknown. */
export type Count = { label: string; count: number | undefined; tone: Tone };

/** Shows results as counts. */
export function Tally({ counts }: { counts: readonly Count[] }) {
  return (
    <dl className="tally">
      {counts.map(({ label, count, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{count?.toLocaleString() ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
