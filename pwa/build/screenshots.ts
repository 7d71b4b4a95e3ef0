/**
 * Takes the manifest's screenshots from a running server with something to show, such as `npm run demo`:
 * `npm run manifest-screenshots -w @sunloop/pwa -- <origin> <customer's email> <password> <admin's email> <password>`.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { openChromium } from './chromium.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const SHOTS = [
  { file: 'narrow', by: 'customer', viewport: NARROW, path: '/', shown: 'All sent' },
  {
    file: 'narrow-rewards',
    by: 'customer',
    viewport: NARROW,
    path: '/rewards',
    shown: 'All rewards and rules',
  },
  {
    file: 'narrow-friend',
    by: 'customer',
    viewport: NARROW,
    path: '/',
    shown: 'All sent',
  },
  { file: 'wide', by: 'customer', viewport: WIDE, path: '/', shown: 'All sent' },
  { file: 'wide-desk', by: 'admin', viewport: WIDE, path: '/admin', shown: 'Recent Activity' },
] as const;

const [origin, email, password, adminEmail, adminPassword] = process.argv.slice(2);
if (!origin || !email || !password || !adminEmail || !adminPassword) {
  throw new Error("Usage: <origin> <customer's email> <password> <admin's email> <password>");
}
const signIns = {
  customer: { email, password },
  admin: { email: adminEmail, password: adminPassword },
};

async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

/** Waits until everything has loaded. */
async function settle(page: Page, shown: string): Promise<void> {
  await page.getByText(shown).filter({ visible: true }).first().waitFor();
  await page.locator('.skeleton, .spinner').first().waitFor({ state: 'hidden' });
}

const browser = await openChromium();
for (const { file, by, viewport, path, shown } of SHOTS) {
  // Without the worker, whose notice that it is ready would cover part of the picture.
  const look = {
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  } as const;
  const context = await browser.newContext(look);
  const page = await context.newPage();
  await signIn(page, signIns[by]);
  await page.goto(`${origin}${path}`);
  await settle(page, shown);
  if (file === 'narrow-friend') {
    await page.locator('a[aria-label^="Details of"]').last().click();
    await settle(page, 'Next:');
  }
  const target = new URL(`../public/screenshots/${file}.png`, import.meta.url);
  await page.screenshot({ path: fileURLToPath(target) });
  await context.close();
}
await browser.close();
