import type { Tone } from './badge.tsx';
import './tally.css';

/** A count of something and what it means; undefined as long as nobody knows it. */
export type Count = { label: string; count: number | undefined; tone: Tone };

/** What came of something, counted. */
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
