/**
 * `npm run proof freshness`: how long after the server has stored a status the person's open phone shows it, in tries that
 * begin at random moments of the check's five seconds. Fails if one in twenty takes longer than 6 s.
 */
import { routes } from '@sunloop/shared-types/routes.ts';
import { chromium, type Page } from 'playwright/test';
import { startApp, type AppProcess } from '../../fixtures/app-process.ts';
import { findShell, launchOptionsOf } from '../../fixtures/browser.ts';
import { makePerson, openAs, referFromElsewhere, sessionCookies } from '../../fixtures/people.ts';

const TRIES = 20;
const MAX_MS = 6000;
const CHECK_MS = 5000;
const WORDS = { in_progress: 'In Progress', contact_made: 'Contact Made' } as const;

/** What an admin does from elsewhere. */
async function adminOf(app: AppProcess) {
  const cookies = await sessionCookies(app, app.admin);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return async (id: string, status: keyof typeof WORDS) => {
    const { method, path } = routes.changeReferralStatus;
    const headers = { 'Content-Type': 'application/json', Cookie };
    const body = JSON.stringify({ status });
    const answer = await fetch(`${app.origin}${path.replace(':id', id)}`, {
      method,
      headers,
      body,
    });
    if (!answer.ok) throw new Error(`The status was refused: ${answer.status}`);
  };
}

async function measure(app: AppProcess, page: Page): Promise<number[]> {
  const person = await makePerson(app);
  await referFromElsewhere(app, person);
  const [row] = await app.sql<{ id: string }>('select id from referrals where user_id = $1', [
    person.id,
  ]);
  if (!row) throw new Error('There is no referral');
  const setStatus = await adminOf(app);
  await openAs(page, person, '/referrals');
  const item = page.getByRole('list', { name: 'All Referrals' }).getByRole('listitem');
  await item.getByText('Submitted').first().waitFor();
  const times: number[] = [];
  for (let count = 0; count < TRIES; count += 1) {
    await page.waitForTimeout(Math.random() * CHECK_MS);
    const status = count % 2 === 0 ? 'in_progress' : 'contact_made';
    await setStatus(row.id, status);
    const since = performance.now();
    await item.getByText(WORDS[status]).first().waitFor();
    times.push(Math.round(performance.now() - since));
  }
  return times;
}

const app = await startApp();
const browser = await chromium.launch(launchOptionsOf(findShell()));
try {
  const page = await browser.newPage({
    baseURL: app.origin,
    viewport: { width: 390, height: 844 },
  });
  const times = (await measure(app, page)).toSorted((one, other) => one - other);
  const p95 = times[Math.ceil(TRIES * 0.95) - 1] ?? Infinity;
  console.log(`${times.join(' ')} ms`);
  console.log(`${p95 > MAX_MS ? 'OVER' : 'ok  '} p95 ${p95} ms of ${MAX_MS}`);
  if (p95 > MAX_MS) process.exitCode = 1;
} finally {
  await browser.close();
  await app.stop();
}
