import type { TooltipContentProps } from 'recharts';
import { type FillName, Swatch } from './chart-fills.tsx';

export type TipPart = { name: FillName; label: string; value: string };

/** The tip under the pointer; `describe` gives its text for the entry of the column. */
export function tipOf(describe: (entry: unknown) => { title: string; parts: TipPart[] }) {
  return function ChartTip({ active, payload }: TooltipContentProps) {
    const entry: unknown = payload[0]?.payload;
    if (!active || entry === undefined) return null;
    const { title, parts } = describe(entry);
    return (
      <div className="chart-tip">
        <strong>{title}</strong>
        <ul>
          {parts.map(({ name, label, value }) => (
            <li key={name}>
              <Swatch name={name} />
              <span>{label}</span>
              <strong>{value}</strong>
            </li>
          ))}
        </ul>
      </div>
    );
  };
}
