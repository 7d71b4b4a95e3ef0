/**
 * `npm run proof lighthouse`: rates the built app's first pages with the mobile preset, the median of three runs
 * each, and fails below the scores in SCORES. Run it on an idle machine: performance is a measurement.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright';
import { startApp } from '../../fixtures/app-process.ts';
import { findChromium, LAUNCH_ARGS } from '../../fixtures/browser.ts';
import { codeOf, fillSignIn, makePerson } from '../../fixtures/people.ts';
import { waitForOfflineReady } from '../../fixtures/signal.ts';

const RUNS = 3;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof SCORES;
const CATEGORIES = Object.keys(SCORES) as Category[];
/** What the summary shows beside the scores; in milliseconds, except the shift. */
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

/**
 * Runs each measurement in a new browser on the same profile, launched and closed as by Lighthouse's command:
 * Playwright's switches change how a page is painted, and a tab measured before still has its garbage.
 */
async function withChrome<T>(run: (port: number) => Promise<T>): Promise<T> {
  const chromePath = findChromium();
  const chrome = await launch({
    userDataDir,
    chromeFlags: ['--headless=new', ...LAUNCH_ARGS],
    ...(chromePath !== undefined && { chromePath }),
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
  try {
    return await run(chrome.port);
  } finally {
    // If killed at once, it would not have stored its cookies.
    const session = await browser.newBrowserCDPSession();
    await session.send('Browser.close');
    await once(chrome.process, 'exit');
  }
}

async function rate(url: string, flags: Flags) {
  const result = await withChrome((port) =>
    lighthouse(url, { ...flags, port, onlyCategories: CATEGORIES, logLevel: 'error' }),
  );
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

/** Whether a failed audit costs points in a category that must be perfect. */
function isCounted(categories: Result['categories'], audit: string): boolean {
  return (['accessibility', 'best-practices'] as const).some((category) =>
    categories[category]?.auditRefs.some(({ id, weight }) => id === audit && weight > 0),
  );
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(target: Target, flags: Flags = {}): Promise<boolean> {
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

/** Signs in and leaves the app in the profile as on the phone of a person who has opened it before. */
async function signInOnProfile(port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error('The browser has no context of its own');
  await page.goto(urlOf('/auth'));
  await fillSignIn(page, person);
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await waitForOfflineReady(page);
  await page.reload({ waitUntil: 'networkidle' });
  await browser.close();
}

const userDataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-lighthouse-'));
const app = await startApp();
const urlOf = (page: string) => `${app.origin}${page}`;
const person = await makePerson(app);
try {
  const results = [
    await measure({ name: '/auth', url: urlOf('/auth') }),
    await measure({ name: '/refer/…', url: urlOf(`/refer/${await codeOf(app, person)}`) }),
  ];
  await withChrome(signInOnProfile);
  const dashboard = { name: 'dashboard, signed in', url: urlOf('/') };
  // The service worker is kept, as on the phone of somebody who is signed in.
  results.push(await measure(dashboard, { disableStorageReset: true }));
  if (!results.every(Boolean)) process.exitCode = 1;
} finally {
  await app.stop();
  await rm(userDataDir, { recursive: true, force: true });
}
