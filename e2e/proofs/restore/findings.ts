import * as v from 'valibot';

/** What a rehearsal found; all but the figures about its size must be none. */
export const Findings = v.object({
  way: v.string(),
  devices: v.number(),
  /** Rows that the server had acknowledged and not deleted when it was put back. */
  acknowledged: v.number(),
  /** Of these, what it then lacked and the devices sent again. */
  cameBack: v.number(),
  /** Statuses that the server had lost and the admin confirmed. */
  confirmed: v.number(),
  missing: v.number(),
  /** Rows that came back, or were sent, though their device had seen them go. */
  resurrected: v.number(),
  /** Statuses that are neither there nor were shown to the admin. */
  statusesLost: v.number(),
  /** Referrals that the ledger pays twice, or not as their status says. */
  mispaid: v.number(),
  /** People whose sums are not those of their completed referrals. */
  miscounted: v.number(),
  seconds: v.number(),
});
export type Findings = v.InferOutput<typeof Findings>;

export const FAULTS = { missing: 0, resurrected: 0, statusesLost: 0, mispaid: 0, miscounted: 0 };

/** The annotation in which a rehearsal leaves what it found. */
export const FOUND = 'rehearsal';

const Annotation = v.object({ type: v.string(), description: v.optional(v.string()) });
const Report = v.object({
  suites: v.array(
    v.object({
      specs: v.array(v.object({ tests: v.array(v.object({ annotations: v.array(Annotation) })) })),
    }),
  ),
});

/** The findings in Playwright's JSON report as a table, in Markdown. */
export function tableOf(playwrightReport: unknown): string {
  const tests = v
    .parse(Report, playwrightReport)
    .suites.flatMap(({ specs }) => specs.flatMap((spec) => spec.tests));
  const found = tests
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === FOUND)
    .map(({ description }) => v.parse(v.pipe(v.string(), v.parseJson(), Findings), description));
  const columns = Object.keys(Findings.entries) as (keyof Findings)[];
  const lineOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const lines = found.map((one) => lineOf(columns.map((column) => one[column])));
  return [lineOf(columns), lineOf(columns.map(() => '---')), ...lines].join('\n');
}
