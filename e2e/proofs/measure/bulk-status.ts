/**
 * `npm run proof bulk-status`: how long the page is held up when an admin selects all of 200,000 referrals (`--referrals`) and
 * sets a status for as many as may be changed at once: while they are selected, until the question appears, until the
 * changes are saved, and while they are sent. Fails over the budget.
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright';
import { startApp } from '../../fixtures/app-process.ts';
import { choose } from '../../fixtures/choose.ts';
import { fillSignIn } from '../../fixtures/people.ts';
import { openProfile } from '../devices/profile.ts';
import { seedProgramme } from './seed-programme.ts';

const { values } = parseArgs({ options: { referrals: { type: 'string', default: '200000' } } });
const SIZE = { users: 1000, referrals: Number(values.referrals) };
/** After this a person notices that the page is frozen; milliseconds. */
const LONGEST_TASK_MS = 200;
const VIEWPORT = { width: 1440, height: 900 };
const SENDING_MS = 15_000;

interface Watched {
  longTasks: number[];
}

/** From now on records each task of the page over 50 ms. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    const watch = new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    watch.observe({ entryTypes: ['longtask'] });
  });
}

/** Tasks over 50 ms since the last call, longest first; milliseconds. */
function takeTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as Watched;
    return longTasks
      .splice(0)
      .map(Math.round)
      .toSorted((a, b) => b - a);
  });
}

let isOver = false;

async function report(page: Page, what: string, sinceMs: number): Promise<void> {
  // The observer reports a task only after it has ended.
  await page.waitForTimeout(200);
  const tasks = await takeTasks(page);
  const longest = tasks[0] ?? 0;
  const sum = tasks.reduce((total, one) => total + one, 0);
  const isFine = longest <= LONGEST_TASK_MS;
  if (!isFine) isOver = true;
  const elapsedMs = Math.round(performance.now() - sinceMs);
  console.log(
    `${isFine ? 'ok  ' : 'OVER'} ${what}: longest task ${longest} ms of ${LONGEST_TASK_MS}, ${tasks.length} over 50 ms (${sum} ms) in ${elapsedMs} ms`,
  );
}

const app = await startApp();
const profile = await openProfile(app.origin);
try {
  await seedProgramme(app, SIZE);
  const page = await profile.context.newPage();
  await page.setViewportSize(VIEWPORT);
  await page.goto('/auth');
  await fillSignIn(page, app.admin);
  await page.getByRole('heading', { name: 'System Dashboard' }).waitFor();
  await page.goto('/admin?panel=referrals');
  await page
    .getByRole('button', { name: `Any status (${SIZE.referrals.toLocaleString('en-US')})` })
    .waitFor();
  await watchTasks(page);
  let startedAt = performance.now();
  await page.getByRole('checkbox', { name: 'Select everything that matches' }).click();
  const bar = page.getByRole('region', { name: 'Selected referrals' });
  await bar.getByText('5,000 selected').waitFor();
  await report(page, 'while everything is selected', startedAt);
  await choose(bar.getByLabel('Set status'), 'Completed');

  startedAt = performance.now();
  await bar.getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor({ timeout: 120_000 });
  await report(page, 'from Apply to the question', startedAt);

  startedAt = performance.now();
  await question.getByRole('button', { name: /^Set / }).click();
  await page.getByText('Changes saved').waitFor({ timeout: 300_000 });
  await report(page, 'from the answer to the changes being saved', startedAt);

  startedAt = performance.now();
  await page.waitForTimeout(SENDING_MS);
  await report(page, 'while they are sent', startedAt);
  if (isOver) process.exitCode = 1;
} finally {
  await profile.close();
  await app.stop();
}
