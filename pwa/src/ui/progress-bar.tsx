import './progress-bar.css';

/** SPEC §9. */
const DEFAULT_MAX = 100;

/** Share of `max` in whole percent, never over 100 and never under 0. */
export function percentOf(value: number, max: number): number {
  if (max <= 0) return 100;
  return Math.min(100, Math.max(0, Math.round((value / max) * 100)));
}

type Props = { label: string; value: number; max?: number; tone?: 'sun' | 'good' };

/** The progress of something; full if `value` has passed `max`. */
export function ProgressBar({ label, value, max = DEFAULT_MAX, tone = 'sun' }: Props) {
  const percent = percentOf(value, max);
  return (
    <div
      className="progress-bar"
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
