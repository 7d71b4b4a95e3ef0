/**
 * `npm run screenshots`: every screen of customers and visitors, in both themes and both sizes, filled, empty,
 * loading, without signal and failing, into `e2e/screenshots`, which git ignores.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { startApp } from '../fixtures/app-process.ts';
import { findChromium, LAUNCH_ARGS } from '../fixtures/browser.ts';
import { openNetwork, type Network } from '../fixtures/network.ts';
import { makePerson, referFromElsewhere, signIn, type Person } from '../fixtures/people.ts';

const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url));
const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } } as const;
const THEMES = ['light', 'dark'] as const;
const PUBLIC = { 'sign-in': '/auth', landing: '/refer/NOBODY00', 'not-found': '/no/such/page' };
const OWN = {
  dashboard: '/',
  referrals: '/referrals',
  rewards: '/rewards',
  profile: '/profile',
  'access-denied': '/admin',
  'dialog-add': '/?add=1',
  'dialog-help': '/?help=1',
  'dialog-sign-in-again': '/?signIn=1',
  'dialog-achievements': '/?achievements=1',
  'dialog-waiting': '/?waiting=1',
};
const REFERRALS = 6;
/** Lets what follows the first paint settle: fonts, counts that count up. */
const SETTLE_MS = 1500;

type Form = 'full' | 'empty' | 'loading' | 'offline' | 'error';

async function shoot(page: Page, screens: Record<string, string>, folder: string): Promise<void> {
  for (const [name, target] of Object.entries(screens)) {
    await page.goto(target);
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }
}

/** What the way to the server does in this form; the sign-in itself has got through before. */
function spoil(network: Network, form: Form): void {
  const READS = /^GET \/api\/(?!user)/;
  if (form === 'loading') network.setTrouble('hang', READS);
  if (form === 'error') network.setTrouble('server-error', READS);
  if (form === 'offline') network.setTrouble('down', /^(GET|POST) \/api/);
}

interface Job {
  readonly browser: Browser;
  readonly network: Network;
  readonly people: Readonly<Record<Form, Person>>;
}

async function shootAll({ browser, network, people }: Job, size: keyof typeof SIZES) {
  for (const colorScheme of THEMES) {
    for (const form of Object.keys(people) as Form[]) {
      const folder = path.join(FOLDER, `${size}-${colorScheme}`, form);
      await mkdir(folder, { recursive: true });
      const context = await browser.newContext({
        baseURL: network.origin,
        viewport: SIZES[size],
        colorScheme,
      });
      const page = await context.newPage();
      if (form === 'full') await shoot(page, PUBLIC, folder);
      if (form === 'loading' || form === 'error') spoil(network, form);
      await signIn(page, people[form]);
      spoil(network, form);
      await shoot(page, OWN, folder);
      network.setTrouble(undefined);
      await context.close();
      console.log(path.relative(process.cwd(), folder));
    }
  }
}

const app = await startApp();
const network = await openNetwork(app.port);
const executablePath = findChromium();
const browser = await chromium.launch({
  args: LAUNCH_ARGS,
  ...(executablePath !== undefined && { executablePath }),
});
try {
  const [full, empty] = [await makePerson(app), await makePerson(app)];
  for (let count = 0; count < REFERRALS; count += 1) await referFromElsewhere(app, full);
  const people = { full, empty, loading: full, offline: full, error: full };
  await shootAll({ browser, network, people }, 'narrow');
  await shootAll({ browser, network, people }, 'wide');
} finally {
  await browser.close();
  await network.close();
  await app.stop();
}
