/**
 * Takes the manifest's screenshots from a running server with something to show:
 * `npm run manifest-screenshots -w pwa -- <origin> <email> <password>`.
 */
import { fileURLToPath } from 'node:url';
import { openChromium } from './chromium.ts';

const SHOTS = [
  { file: 'narrow', viewport: { width: 390, height: 844 } },
  { file: 'wide', viewport: { width: 1440, height: 900 } },
];

const [origin, email, password] = process.argv.slice(2);
if (!origin || !email || !password) throw new Error('Usage: <origin> <email> <password>');

const browser = await openChromium();
for (const { file, viewport } of SHOTS) {
  const context = await browser.newContext({ viewport, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(`${origin}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('All sent').filter({ visible: true }).waitFor();
  await page.getByText('Completed').first().waitFor();
  const path = fileURLToPath(new URL(`../public/screenshots/${file}.png`, import.meta.url));
  await page.screenshot({ path });
  await context.close();
}
await browser.close();
