/**
 * `npm run proof cold-start`: how long an installed app without signal takes from opening to a usable dashboard, on
 * a CPU slowed to a quarter and with 20,000 referrals on the device. Fails over the budget.
 */
import { startApp, type AppProcess } from '../../fixtures/app-process.ts';
import { openNetwork } from '../../fixtures/network.ts';
import { makePerson, signIn, type Person } from '../../fixtures/people.ts';
import { readTable } from '../../fixtures/stored.ts';
import { waitForOfflineReady } from '../../fixtures/signal.ts';
import { openProfile, type Profile, timeInPage } from '../devices/profile.ts';

const BUDGET_MS = 1000;
const SLOWDOWN = 4;
const REFERRALS = 20_000;
const RUNS = 5;

async function fillAccount(app: AppProcess, person: Person): Promise<void> {
  await app.sql(
    `insert into referrals (id, user_id, name, email, phone, date, status, reward, created_at, updated_at)
     select gen_random_uuid(), $1, 'Friend ' || n, 'friend.' || n || '@example.com', '555', at, 'submitted', '$100', at, at
     from generate_series(1, $2::int) as n, lateral (select now() - n * interval '1 minute' as at) as t`,
    [person.id, REFERRALS],
  );
}

/**
 * Opens a page without signal; returns the milliseconds from the start of the navigation to a filled
 * dashboard.
 */
async function measure(profile: Profile): Promise<number> {
  const page = await profile.context.newPage();
  const session = await profile.context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto('/', { waitUntil: 'commit' });
  const elapsedMs = await timeInPage(page, 'main a', 'Add New Referral', 'Friend 1');
  await page.close();
  return elapsedMs;
}

const app = await startApp();
const network = await openNetwork(app.port);
const profile = await openProfile(network.origin);
try {
  const person = await makePerson(app);
  await fillAccount(app, person);
  const page = await profile.context.newPage();
  await signIn(page, person);
  await waitForOfflineReady(page);
  await page
    .getByText(/^Friend \d+$/)
    .first()
    .waitFor();
  const stored = await readTable(page, `referrals-${person.id}`, 'referrals');
  if (stored.length !== REFERRALS) throw new Error(`${stored.length} referrals on the device`);
  network.setTrouble('down');
  await profile.context.setOffline(true);
  await page.goto('about:blank');
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(profile));
  const median = runs.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0;
  console.log(
    `Cold start without signal: ${median} ms of ${BUDGET_MS} (runs: ${runs.join(', ')} ms)`,
  );
  console.log(`${REFERRALS} referrals on the device, processor slowed ${SLOWDOWN} times`);
  if (median > BUDGET_MS) process.exitCode = 1;
} finally {
  await profile.close();
  await network.close();
  await app.stop();
}
