import { codeOf } from '../fixtures/people.ts';
import { expect, LOST_CONNECTION, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

const PHONE = '+1 (520) 555-0177';
const EMAIL = 'sun@example.com';
const KEYS = ['general.help_phone', 'general.help_email'];

test(
  'The sign-in page and a referral link name the help line from the settings, and offer to write to it',
  SWEEP,
  async ({ app, browser, page, person }) => {
    const before = await app.sql<{ key: string; value: string }>(
      'select key, value from system_settings where key = any($1)',
      [KEYS],
    );
    const set = (key: string | undefined, value: string) =>
      app.sql('update system_settings set value = $2 where key = $1', [key, value]);
    await set(KEYS[0], PHONE);
    await set(KEYS[1], EMAIL);
    try {
      for (const path of ['/auth', `/refer/${await codeOf(app, person)}`]) {
        await page.goto(path);
        const call = page.getByRole('link', { name: PHONE });
        await expect(call, path).toHaveAttribute('href', 'tel:+15205550177');
        const write = page.getByRole('link', { name: EMAIL });
        await expect(write, path).toHaveAttribute('href', `mailto:${EMAIL}`);
      }
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(`${app.origin}/refer/${await codeOf(app, person)}`);
      const help = plain.getByText(/^Rather talk\?/);
      await expect(help).toHaveText(`Rather talk? Call ${PHONE}. Write to ${EMAIL}.`);
      await expect(plain.getByRole('link', { name: PHONE })).toHaveAttribute(
        'href',
        'tel:+15205550177',
      );
      await set(KEYS[1], '');
      await plain.reload();
      await expect(help).toHaveText(`Rather talk? Call ${PHONE}.`);
      await context.close();
    } finally {
      for (const { key, value } of before) await set(key, value);
    }
  },
);

test(
  'If the server does not say whom to call, the sign-in page names nobody',
  SWEEP,
  async ({ page, consoleGuard }) => {
    consoleGuard.allow(LOST_CONNECTION);
    await page.route('**/api/rewards/programme', (route) => route.abort());
    const asked = page.waitForRequest('**/api/rewards/programme');
    await page.goto('/auth');
    await asked;
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
  },
);
