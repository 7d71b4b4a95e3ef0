import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import './tally.css';

/** A count with its label; undefined while unknown. */
export type Count = {
  label: string;
  count: number | undefined;
  tone: Tone;
  /** What can be done about it, beside the label. */
  act?: ReactNode;
};

/** Shows results as counts. */
export function Tally({ counts }: { counts: readonly Count[] }) {
  return (
    <dl className="tally">
      {counts.map(({ label, count, tone, act }) => (
        <div key={label} data-tone={tone}>
          <dt>
            {label}
            {act}
          </dt>
          <dd>{count?.toLocaleString() ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
