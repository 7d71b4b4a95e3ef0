import type { ReactNode } from 'react';
import { percentOf } from './progress-bar.tsx';
import './ring.css';

const RADIUS = 52;
const LENGTH = 2 * Math.PI * RADIUS;

type Props = { label: string; value: number; max: number; children: ReactNode };

/** A ring that fills with `value` of `max`, with a text in the middle. */
export function Ring({ label, value, max, children }: Props) {
  const percent = percentOf(value, max);
  return (
    <div
      className="ring"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className="ring-track" cx="60" cy="60" r={RADIUS} />
        <circle
          className="ring-value"
          cx="60"
          cy="60"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - percent / 100)}
          data-empty={percent === 0 || undefined}
        />
      </svg>
      <div className="ring-middle" aria-hidden="true">
        {children}
      </div>
    </div>
  );
}
