import { Bar, BarChart, BarStack, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../../lib/format-number.ts';
import { fillOf, type FillName } from './chart-fills.tsx';
import { evenTicks } from './even-ticks.ts';
import { tipOf, type TipPart } from './chart-tip.tsx';

const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 } as const;
/** Height of the axis with the names; rem, because the text may be enlarged. */
const NAME_AXIS = 2.25;
/** Space above the names: half a line, by which the lowest figure beside them sticks out below the axis; rem. */
const NAME_MARGIN = 0.5;
/** Space between two names, px; a name with less room is left out. */
const MIN_GAP = 6;
const CORNER = 5;
const MAX_BAR = 44;

type Props<Entry> = {
  entries: readonly Entry[];
  /** The name under a column. */
  nameOf: (entry: Entry) => string;
  /** Parts of a column from below; `of` is its height. */
  parts: readonly { name: FillName; label: string; of: (entry: Entry) => number }[];
  titleOf: (entry: Entry) => string;
  /** How a height is written, on the axis and in the tip. */
  format?: (value: number) => string;
  /** The smallest step of the axis: a count, or of money a dollar in cents. */
  unit?: number;
};

/**
 * Columns with names, each of one or more parts. Hidden from screen readers, which get the figures of the `ChartCard`
 * around it.
 */
export function ColumnChart<Entry>({
  entries,
  nameOf,
  parts,
  titleOf,
  format = formatNumber,
  unit = 1,
}: Props<Entry>) {
  // Recharts hands back the entries it was given.
  const describe = (given: unknown) => {
    const entry = given as Entry;
    const figures = parts.map(({ of, ...part }): TipPart => ({
      ...part,
      value: format(of(entry)),
    }));
    return { title: titleOf(entry), parts: figures };
  };
  const heightOf = (entry: Entry) => parts.reduce((sum, { of }) => sum + of(entry), 0);
  const ticks = evenTicks(Math.max(0, ...entries.map(heightOf)), unit);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (
    <div className="chart-plot" aria-hidden="true">
      <BarChart
        data={[...entries]}
        responsive
        width="100%"
        height="100%"
        margin={MARGIN}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          // A name of two lines would overlap itself.
          dataKey={(entry: Entry) => nameOf(entry).replaceAll(' ', '\u00A0')}
          height={NAME_AXIS * rem}
          tickMargin={NAME_MARGIN * rem}
          tickLine={false}
          axisLine={false}
          minTickGap={MIN_GAP}
          // As many names are left out between each two.
          interval="equidistantPreserveStart"
        />
        <YAxis
          width="auto"
          tickLine={false}
          axisLine={false}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 0]}
          interval={0}
          tickFormatter={format}
        />
        <Tooltip content={tipOf(describe)} cursor={{ fill: 'var(--surface-sunk)' }} />
        <BarStack radius={[CORNER, CORNER, 0, 0]}>
          {parts.map(({ name, of }) => (
            <Bar
              key={name}
              dataKey={of}
              name={name}
              fill={fillOf(name)}
              stroke="var(--surface)"
              maxBarSize={MAX_BAR}
              // Complete in the first frame, even while the container changes its size.
              isAnimationActive={false}
            />
          ))}
        </BarStack>
      </BarChart>
    </div>
  );
}
