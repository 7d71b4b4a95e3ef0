/**
 * `npm run screenshots`: every screen of customers, visitors and admins, in both themes and two sizes,
 * filled, empty, loading, without signal and failing, into `e2e/screenshots`, which git ignores. With the
 * argument `desk` only those of admins, with `customers` only the others.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { startApp, type AppProcess } from '../fixtures/app-process.ts';
import { findChromium, LAUNCH_ARGS } from '../fixtures/browser.ts';
import { openNetwork, type Network } from '../fixtures/network.ts';
import { makePerson, referFromElsewhere, signIn, type Person } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';

const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url));
const SIZES = {
  narrow: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
} as const;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
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
  'dialog-upload': '/referrals?upload=1',
};
const DESK = {
  'system-dashboard': '/',
  overview: '/admin',
  referrals: '/admin?panel=referrals',
  users: '/admin?panel=users',
  'users-add': '/admin?panel=users&tab=add',
  status: '/admin?panel=status',
  tiers: '/admin?panel=programme',
  rewards: '/admin?panel=programme&tab=rewards',
  achievements: '/admin?panel=programme&tab=achievements',
  payouts: '/admin?panel=programme&tab=payouts',
  quotes: '/admin?panel=quotes',
  settings: '/admin?panel=settings',
  audit: '/admin?panel=settings&tab=audit',
  security: '/admin?panel=settings&tab=security',
};
const REFERRALS = 6;
const STATUSES = [
  'completed',
  'completed',
  'completed',
  'in_progress',
  'contact_made',
  'submitted',
] as const;
/** Time for what follows the first paint to settle. */
const SETTLE_MS = 700;
/** Enough for the three retries of SPEC §9. */
const SHOWN_MS = 30_000;
/** Placeholders for data that is being loaded. */
const WAITING = '.skeleton, .spinner';

type Form = 'full' | 'empty' | 'loading' | 'offline' | 'error';

async function shoot(
  page: Page,
  screens: Record<string, string>,
  { folder, form }: { folder: string; form: Form },
): Promise<void> {
  for (const [name, target] of Object.entries(screens)) {
    await page.goto(target);
    await page.waitForTimeout(SETTLE_MS);
    // A busy machine takes longer and a failing server is asked again; a picture must not show the waiting.
    if (form !== 'loading')
      await expect(page.locator(WAITING)).toHaveCount(0, { timeout: SHOWN_MS });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  }
}

/** What the network does in this form; the sign-in itself has already succeeded. */
function spoil(network: Network, form: Form): void {
  const READS = /^GET \/api\/(?!user)/;
  if (form === 'loading') network.setTrouble('hang', READS);
  if (form === 'error') network.setTrouble('server-error', READS);
  if (form === 'offline') network.setTrouble('down', /^(GET|POST) \/api/);
}

interface Job {
  readonly app: AppProcess;
  readonly browser: Browser;
  readonly people: Readonly<Partial<Record<Form, Pick<Person, 'email' | 'password'>>>>;
  readonly screens: Record<string, string>;
}

/** All screens of one size and theme, form by form, over a separate network. */
async function shootAll(
  { app, browser, people, screens }: Job,
  size: keyof typeof SIZES,
  theme: Theme,
) {
  const network = await openNetwork(app.port);
  for (const [form, person] of Object.entries(people) as [Form, Person][]) {
    const kind = screens === OWN ? 'customer' : 'desk';
    const folder = path.join(FOLDER, `${kind}-${size}-${theme}`, form);
    await mkdir(folder, { recursive: true });
    const context = await browser.newContext({
      baseURL: network.origin,
      viewport: SIZES[size],
      colorScheme: theme,
      // Counters and bars then reach their end at once.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (form === 'full' && screens === OWN) await shoot(page, PUBLIC, { folder, form });
    if (form === 'loading' || form === 'error') spoil(network, form);
    await signIn(page, person);
    spoil(network, form);
    await shoot(page, screens, { folder, form });
    network.setTrouble(undefined);
    await context.close();
    console.log(path.relative(process.cwd(), folder));
  }
  await network.close();
}

const app = await startApp();
const executablePath = findChromium();
const browser = await chromium.launch({
  args: LAUNCH_ARGS,
  ...(executablePath !== undefined && { executablePath }),
});
try {
  const [full, empty] = [await makePerson(app), await makePerson(app)];
  for (let count = 0; count < REFERRALS; count += 1) await referFromElsewhere(app, full);
  await setStatuses(app, full, STATUSES);
  const forms = (filled: Person, none: Person) =>
    ({ full: filled, empty: none, loading: filled, offline: filled, error: filled }) as const;
  const customers = { app, browser, screens: OWN, people: forms(full, empty) };
  const { admin } = app;
  const desk = {
    app,
    browser,
    screens: DESK,
    people: { full: admin, loading: admin, offline: admin },
  };
  const [only] = process.argv.slice(2);
  for (const size of ['narrow', 'wide'] as const) {
    if (only === 'desk') break;
    await Promise.all(THEMES.map((theme) => shootAll(customers, size, theme)));
  }
  for (const size of ['tablet', 'wide'] as const) {
    if (only === 'customers') break;
    await Promise.all(THEMES.map((theme) => shootAll(desk, size, theme)));
  }
} finally {
  await browser.close();
  await app.stop();
}
