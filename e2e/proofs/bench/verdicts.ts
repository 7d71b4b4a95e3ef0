import type { Measurements } from './measurements.ts';

export type Part = 'a' | 'b' | 'c' | 'd' | 'e' | 'compression';
export const PARTS: readonly Part[] = ['a', 'b', 'c', 'd', 'e', 'compression'];

/**
 * The parts a command line names, one by one or with commas; all if it names none. Throws on an unknown one.
 */
export function partsOf(given: readonly string[] | undefined): readonly Part[] {
  const named = given?.flatMap((parts) => parts.split(','));
  const unknown = named?.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`there is no part ${unknown} of ${PARTS.join(', ')}`);
  return named ? PARTS.filter((part) => named.includes(part)) : PARTS;
}

/** A promise about one figure; issue 11 has the list. */
export interface Target {
  readonly part: Part;
  readonly name: string;
  readonly unit: '×' | 'ms';
  readonly limit: number;
  readonly kind: 'at most' | 'at least';
  /** Undefined if this run did not measure it. */
  readonly value: (measured: Measurements) => number | undefined;
}

export interface Verdict {
  readonly name: string;
  readonly value: number | undefined;
  readonly limit: string;
  readonly word: 'pass' | 'FAIL' | 'not run';
}

/** The verdict on each target of the parts that ran. */
export function judge(targets: readonly Target[], measured: Measurements): Verdict[] {
  return targets.map((target) => {
    const { name, unit, limit, kind } = target;
    const value = target.value(measured);
    const sign = kind === 'at most' ? '≤' : '≥';
    return { name, value, limit: `${sign} ${limit}${spaced(unit)}`, word: wordOf(target, value) };
  });
}

function wordOf({ kind, limit }: Target, value: number | undefined): Verdict['word'] {
  if (value === undefined) return 'not run';
  const isMet = kind === 'at most' ? value <= limit : value >= limit;
  return isMet ? 'pass' : 'FAIL';
}

const spaced = (unit: string) => (unit === '×' ? unit : ` ${unit}`);

/** The targets as Markdown. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return table(
    ['target', 'limit', 'measured', ''],
    verdicts.map(({ name, limit, value, word }) => [name, limit, inFigures(value), word]),
  );
}

/** The medians as Markdown, with the values of the individual turns. */
export function medianTable(measured: Measurements): string {
  const rows = [...measured.series].map(([name, { unit, values }]) => [
    name,
    inFigures(measured.median(name)),
    unit,
    values.map(inFigures).join(', '),
  ]);
  return table(['measured', 'median', 'unit', 'turns'], rows);
}

/** Such a measurement is worth no more than three significant figures. */
function inFigures(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
