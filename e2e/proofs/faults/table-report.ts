import * as v from 'valibot';
import { ACTIONS, type Cell, FULL_TABLE, LEFT_OUT, nameOf, titleOf } from './cells.ts';
import { FAULTS } from './faults.ts';

const Spec = v.object({
  title: v.string(),
  tests: v.array(
    v.object({
      status: v.string(),
      results: v.array(v.object({ duration: v.number() })),
    }),
  ),
});
type Spec = v.InferOutput<typeof Spec>;

/** Playwright's JSON report: nested suites of tests. */
interface Suite {
  specs?: Spec[] | undefined;
  suites?: Suite[] | undefined;
}
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
});
const Report = v.object({ suites: v.array(Suite) });

interface CellResult {
  readonly isPassed: boolean;
  readonly seconds: number;
}

/** The results of the full table, in Markdown: pass or fail and the time of each cell. */
export interface TableReport {
  readonly markdown: string;
  readonly passed: number;
  readonly failed: number;
  readonly missing: number;
}

export function reportTable(playwrightReport: unknown): TableReport {
  const specs = v.parse(Report, playwrightReport).suites.flatMap(specsOf);
  const results = new Map(specs.map((spec) => [spec.title, resultOf(spec)]));
  const found = FULL_TABLE.map((cell) => results.get(titleOf(cell)));
  const passed = found.filter((one) => one?.isPassed).length;
  const missing = found.filter((one) => one === undefined).length;
  const markdown = [...linesOf((cell) => results.get(titleOf(cell))), '', ...reasons()].join('\n');
  return { markdown, passed, missing, failed: found.length - passed - missing };
}

function specsOf(suite: Suite): Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function resultOf({ tests }: Spec): CellResult {
  const seconds = tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000));
  return {
    isPassed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
    seconds: seconds.at(-1) ?? 0,
  };
}

function linesOf(find: (cell: Cell) => CellResult | undefined): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const body = FAULTS.map((row) => {
    const cells = ACTIONS.map((action) => {
      const cell = { row, action };
      return nameOf(cell) in LEFT_OUT ? '–' : wordOf(find(cell));
    });
    return line([row.fault, ...cells]);
  });
  const head = line(['fault', ...ACTIONS.map(({ name }) => name)]);
  return [head, line(['---', ...ACTIONS.map(() => '---:')]), ...body];
}

function wordOf(result: CellResult | undefined): string {
  if (!result) return 'not run';
  return `${result.isPassed ? 'pass' : 'FAIL'} ${result.seconds.toFixed(1)} s`;
}

function reasons(): string[] {
  return Object.entries(LEFT_OUT).map(([name, why]) => `Left out: ${name} (${why}).`);
}
