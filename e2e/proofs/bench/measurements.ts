/** The middle value; for an even number of values the upper of the two in the middle. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The median of each figure of several results; throws if there are none. */
export function medians<Figures extends Readonly<Record<keyof Figures, number>>>(
  results: readonly Figures[],
): Figures {
  const [first] = results;
  if (!first) throw new Error('nothing was measured');
  const names = Object.keys(first) as (keyof Figures)[];
  const entries = names.map((name) => [name, median(results.map((result) => result[name]))]);
  return Object.fromEntries(entries) as Figures;
}

/** The value that this share (0 to 1) of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export type Unit = 'ms' | 'bytes' | 'req/s' | '×';

/** One value per turn, in the order of the turns. */
export interface Series {
  readonly unit: Unit;
  readonly values: number[];
}

/** What one run of the bench has measured, by name. */
export class Measurements {
  readonly series = new Map<string, Series>();

  add(name: string, unit: Unit, value: number): void {
    const series = this.series.get(name) ?? { unit, values: [] };
    series.values.push(value);
    this.series.set(name, series);
  }

  median(name: string): number | undefined {
    return median(this.series.get(name)?.values ?? []);
  }

  longest(name: string): number | undefined {
    const values = this.series.get(name)?.values ?? [];
    return values.length === 0 ? undefined : Math.max(...values);
  }

  /**
   * How many times as much as `beside`: the median of the turns' own ratios, because a machine's speed varies
   * from turn to turn and far less within one.
   */
  ratio(name: string, beside: string): number | undefined {
    const others = this.series.get(beside)?.values ?? [];
    const own = this.series.get(name)?.values ?? [];
    const pairs = own.flatMap((value, turn) => {
      const other = others[turn];
      return other === undefined || other === 0 ? [] : [value / other];
    });
    return median(pairs);
  }
}
