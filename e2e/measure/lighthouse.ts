/**
 * `npm run lighthouse`: rates the built app's first pages on the mobile preset, the median of three runs
 * each, and fails under the scores of SCORES. Run it with nothing else to do: performance is a measurement.
 */
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { startApp } from '../fixtures/app-process.ts';
import { makePerson, signIn } from '../fixtures/people.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { openProfile } from './profile.ts';

const RUNS = 3;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof SCORES;
const CATEGORIES = Object.keys(SCORES) as Category[];
/** What the summary tells beside the scores; milliseconds but for the shift. */
const AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

interface Target {
  readonly name: string;
  readonly url: string;
}

async function rate(url: string, flags: Flags) {
  const result = await lighthouse(url, { ...flags, onlyCategories: CATEGORIES, logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const scores = CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100));
  const faults = Object.values(audits).filter(
    ({ id, score }) => score === 0 && isCounted(categories, id),
  );
  return {
    scores,
    figures: AUDITS.map((id) => `${id} ${audits[id]?.displayValue ?? '?'}`),
    faults: faults.map(({ id, title }) => `${id}: ${title}`),
  };
}

/** Whether a failed audit costs points where all are wanted. */
function isCounted(categories: Result['categories'], audit: string): boolean {
  return (['accessibility', 'best-practices'] as const).some((category) =>
    categories[category]?.auditRefs.some(({ id, weight }) => id === audit && weight > 0),
  );
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(target: Target, flags: Flags): Promise<boolean> {
  const runs: Awaited<ReturnType<typeof rate>>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await rate(target.url, flags));
  }
  const medians = CATEGORIES.map((_, index) =>
    median(runs.map(({ scores }) => scores[index] ?? 0)),
  );
  const isGood = CATEGORIES.every((id, index) => (medians[index] ?? 0) >= SCORES[id]);
  const line = CATEGORIES.map((id, index) => `${id} ${medians[index]}`).join(', ');
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${target.name}: ${line}`);
  for (const { scores, figures } of runs) console.log(`       ${scores[0]}: ${figures.join(', ')}`);
  for (const fault of new Set(runs.flatMap(({ faults }) => faults))) console.log(`       ${fault}`);
  return isGood;
}

const app = await startApp();
const profile = await openProfile(app.origin);
try {
  const person = await makePerson(app);
  const [owner] = await app.sql<{ code: string }>(
    'select referral_code as code from users where id = $1',
    [person.id],
  );
  const flags = { port: profile.debuggingPort };
  const urlOf = (path: string) => `${app.origin}${path}`;
  const results = [
    await measure({ name: '/auth', url: urlOf('/auth') }, flags),
    await measure({ name: '/refer/…', url: urlOf(`/refer/${owner?.code}`) }, flags),
  ];
  const page = await profile.context.newPage();
  await signIn(page, person);
  await waitForOfflineReady(page);
  await page.goto('about:blank');
  const dashboard = { name: 'dashboard, signed in', url: urlOf('/') };
  // Cookies and databases stay, so that the page opens signed in.
  results.push(await measure(dashboard, { ...flags, disableStorageReset: true }));
  if (!results.every(Boolean)) process.exitCode = 1;
} finally {
  await profile.close();
  await app.stop();
}
