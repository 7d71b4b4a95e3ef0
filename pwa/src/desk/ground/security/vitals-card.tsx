import { formatMoment } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';

/** A measurement of this device; `value` in milliseconds, `at` in epoch milliseconds. */
export type Vital = {
  id: number;
  name: string;
  value: number;
  rating: string;
  path: string;
  at: number;
};

const SHOWN = 20;
const NAMES: Readonly<Record<string, string>> = {
  'largest-paint': 'Largest paint',
  'first-input-delay': 'First input delay',
};
const RATINGS: Readonly<Record<string, string>> = {
  good: 'Good',
  'needs-improvement': 'Needs improvement',
  poor: 'Poor',
};

/** SPEC §9: how fast pages loaded and responded on this device, rated; never sent. */
export function VitalsCard({ vitals }: { vitals: readonly Vital[] }) {
  return (
    <Card title="Web Vitals on This Device">
      {vitals.length === 0 ? (
        <EmptyState icon="chart" title="Nothing has been measured on this device yet." />
      ) : (
        <PlainTable
          label="Newest measurements"
          columns={['When', 'Page', 'Measurement', 'Time', 'Rating']}
          rows={vitals
            .slice(-SHOWN)
            .toReversed()
            .map(({ id, name, value, rating, path, at }) => ({
              key: id,
              cells: [
                formatMoment(at),
                path,
                NAMES[name] ?? name,
                `${formatNumber(value, { digits: 0 })} ms`,
                RATINGS[rating] ?? rating,
              ],
            }))}
        />
      )}
    </Card>
  );
}
