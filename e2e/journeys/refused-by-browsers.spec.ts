import { chromium, type Page } from 'playwright/test';
import { type AppProcess, startApp } from '../fixtures/app-process.ts';
import { findChromium, launchOptionsOf } from '../fixtures/browser.ts';
import { expectDeskAccessible, openDesk } from '../fixtures/desk-pages.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { openHttpsFront } from '../fixtures/https-front.ts';
import { uniqueWord } from '../fixtures/people.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

const REFUSED = /Trusted|Content Security Policy/;

/** Has a page load a picture of another site, which the security policy refuses, and answers that site. */
async function loadElsewhere(page: Page): Promise<string> {
  const origin = `https://${uniqueWord()}.example`;
  await page.evaluate((site) => {
    new Image().src = `${site}/seen.png?who=ada@example.com`;
  }, origin);
  return origin;
}

const countOf = async (app: AppProcess, blocked: string) => {
  const rows = await app.sql<{ count: number }>(
    'select count from policy_refusals where blocked = $1',
    [blocked],
  );
  return rows[0]?.count;
};

test(
  'What a browser refuses is told to the desk: what, how often, when and what to do',
  SWEEP,
  async ({ app, consoleGuard, newDevice, page }) => {
    consoleGuard.allow(REFUSED);
    await page.goto('/auth?from=ada@example.com');
    const origin = await loadElsewhere(page);
    await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>ada@example.com</b>';
      } catch {
        // Refused, as another journey shows.
      }
    });
    await expect.poll(() => countOf(app, origin)).toBe(1);
    await expect.poll(() => countOf(app, 'trusted-types-sink')).toBeGreaterThan(0);

    const desk = await (await newDevice()).newPage();
    await openDesk(desk, app, 'panel=settings&tab=security');
    const refused = desk.getByRole('region', { name: 'Refused by Browsers' });
    const ours = refused.getByRole('listitem').filter({ hasText: origin });
    await expect(ours).toContainText(`A picture from ${origin} on /auth`);
    await expect(ours).toContainText('Nothing was loaded.');
    await expect(ours).toContainText(/Once, last /);
    await expect(refused).toContainText('Text as code on /auth');
    await expect(refused).not.toContainText('ada@example.com');
    await expectDeskAccessible(desk, 'Security with refusals');
  },
);

test('Over https the Reporting API tells it', SWEEP, async () => {
  const port = await findFreePort();
  const front = await openHttpsFront(port);
  const app = await startApp({ PUBLIC_ORIGIN: front.origin, PORT: String(port) });
  const { args, ...options } = launchOptionsOf(findChromium());
  // It sends within a second instead of a minute, also to a certificate nobody vouches for.
  const browser = await chromium.launch({
    ...options,
    args: [...args, '--short-reporting-delay', '--ignore-certificate-errors'],
  });
  const page = await browser.newPage({ baseURL: front.origin, ignoreHTTPSErrors: true });
  const answer = await page.goto('/auth');
  // With this it leaves `report-uri` alone.
  expect(answer?.headers()['content-security-policy']).toMatch(/; report-to policy(;|$)/);
  const origin = await loadElsewhere(page);
  await expect.poll(() => countOf(app, origin)).toBe(1);
  await browser.close();
  await front.close();
  await app.stop();
});
