import {
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';

/** A part of a chart, recognized by its color and pattern. */
export type FillName = ReferralStatus | 'paid' | 'unpaid';

const SIZE = 8;
const COLORS: Readonly<Record<FillName, string>> = {
  submitted: 'var(--chart-submitted)',
  contact_made: 'var(--chart-contact)',
  in_progress: 'var(--chart-progress)',
  completed: 'var(--chart-completed)',
  paid: 'var(--chart-completed)',
  unpaid: 'var(--chart-progress)',
};
/** Lines over the color; none means plain. */
const LINES: Readonly<Record<FillName, string>> = {
  submitted: '',
  contact_made: 'M-2 2 2-2M0 8 8 0M6 10 10 6',
  in_progress: 'M0 4H8',
  completed: '',
  paid: '',
  unpaid: 'M-2 2 2-2M0 8 8 0M6 10 10 6',
};
const NAMES: readonly FillName[] = [...REFERRAL_STATUSES, 'paid', 'unpaid'];

const idOf = (name: FillName) => `chart-fill-${name}`;

/** What to fill a shape with; `ChartFills` must be on the page. */
export const fillOf = (name: FillName) => `url(#${idOf(name)})`;

/** The patterns, once for all charts of a page, so that nobody has to tell parts apart by color alone. */
export function ChartFills() {
  return (
    <svg className="chart-defs" aria-hidden="true" focusable="false">
      <defs>
        {NAMES.map((name) => (
          <pattern
            key={name}
            id={idOf(name)}
            width={SIZE}
            height={SIZE}
            patternUnits="userSpaceOnUse"
          >
            <rect width={SIZE} height={SIZE} style={{ fill: COLORS[name] }} />
            <path d={LINES[name]} style={{ stroke: 'var(--chart-pattern)', strokeWidth: 2.5 }} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** What each color and pattern means. */
export function ChartLegend({ parts }: { parts: readonly { name: FillName; label: string }[] }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {parts.map(({ name, label }) => (
        <li key={name}>
          <Swatch name={name} />
          {label}
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ name }: { name: FillName }) {
  return (
    <svg className="chart-swatch" viewBox="0 0 14 14">
      <rect width="14" height="14" fill={fillOf(name)} />
    </svg>
  );
}
