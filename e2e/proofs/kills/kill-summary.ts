import * as v from 'valibot';
import { KILL_KINDS, type KillKind } from './kill-plan.ts';

/** The annotation in which a passed run leaves its result. */
export const OUTCOME = 'kill';

const Outcome = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    kind: v.picklist(KILL_KINDS),
    /** From the kill until the app says that everything is sent. */
    recoveredMs: v.number(),
    /** The browser was killed before it had stored its cookie, so the person signed in again. */
    neededSignIn: v.boolean(),
    /**
     * How many requests of the replay had been answered at the moment of the kill, and how many were on their
     * way.
     */
    answered: v.number(),
    inFlight: v.number(),
  }),
);
export type FinishedRun = v.InferOutput<typeof Outcome>;

const Annotation = v.object({ type: v.string(), description: v.optional(v.string()) });
const Report = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
  suites: v.array(
    v.object({
      specs: v.array(v.object({ tests: v.array(v.object({ annotations: v.array(Annotation) })) })),
    }),
  ),
});

export interface KillSummary {
  /** The figures by kind, in Markdown. */
  readonly markdown: string;
  readonly right: number;
  readonly failed: number;
}

/** The results of all runs from Playwright's JSON report. */
export function summarizeKills(playwrightReport: unknown): KillSummary {
  const { stats, suites } = v.parse(Report, playwrightReport);
  const tests = suites.flatMap(({ specs }) => specs.flatMap((spec) => spec.tests));
  const notes = tests.flatMap(({ annotations }) => annotations);
  const runs = notes
    .filter(({ type }) => type === OUTCOME)
    .map(({ description }) => v.parse(Outcome, description));
  const lines = KILL_KINDS.map((kind) => lineOf(kind, runs));
  const head = ['killed', 'runs', 'median s', 'longest s', 'signed in again'];
  const markdown = [rowOf(head), rowOf(['---', ...head.slice(1).map(() => '---:')]), ...lines];
  return { markdown: markdown.join('\n'), right: stats.expected, failed: stats.unexpected };
}

const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function lineOf(kind: KillKind, all: readonly FinishedRun[]): string {
  const runs = all.filter((run) => run.kind === kind);
  const times = runs.map(({ recoveredMs }) => recoveredMs / 1000).toSorted((a, b) => a - b);
  const median = times[times.length >> 1]?.toFixed(1) ?? '–';
  const longest = times.at(-1)?.toFixed(1) ?? '–';
  return rowOf([kind, runs.length, median, longest, runs.filter((one) => one.neededSignIn).length]);
}
