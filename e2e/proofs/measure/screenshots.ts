/**
 * `npm run proof screenshots`: every screen of customers, visitors and admins, in both themes, filled in six sizes with
 * text of 100 and 200 percent, in forced colors and as printed, and in the two usual sizes also empty, loading, offline
 * and failing, into
 * `e2e/screenshots`, which git ignores. With `desk` as an argument only those of admins, with `customers` only the
 * others.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { startApp, type AppProcess } from '../../fixtures/app-process.ts';
import { findChromium, launchOptionsOf } from '../../fixtures/browser.ts';
import { openNetwork, type Network } from '../../fixtures/network.ts';
import {
  CUSTOMER_PAGES,
  DESK_PLACES,
  DIALOGS,
  NOT_FOUND,
  VISITOR_PAGES,
} from '../../fixtures/pages.ts';
import { makePerson, referFromElsewhere, signIn, type Person } from '../../fixtures/people.ts';
import { setStatuses } from '../../fixtures/statuses.ts';

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const SIZES = {
  small: { width: 320, height: 640 },
  narrow: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
  landscape: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 },
  large: { width: 1920, height: 1080 },
} as const;
const TEXT_SIZES = [100, 200] as const;
const THEMES = ['light', 'dark'] as const;
/** Ways to show a page other than a screen in its own colors, each in one size. */
const WAYS = { forced: 'narrow', print: 'wide' } as const;
type Theme = (typeof THEMES)[number];

/** A picture's name and the URL of what it shows. */
type Screen = readonly [name: string, path: string];
const screenOf = ({ name, path: url }: { name: string; path: string }): Screen => [name, url];
const PUBLIC: readonly Screen[] = [...VISITOR_PAGES, NOT_FOUND].map(screenOf);
const OWN: readonly Screen[] = [
  ...CUSTOMER_PAGES.map(screenOf),
  ...Object.entries(DIALOGS).map(([name, url]): Screen => [`dialog-${name}`, url]),
  ['dialog-upload', '/referrals?upload=1'],
];
const DESK = DESK_PLACES.map(({ title, path: url }): Screen => [title.replaceAll(' ', '-'), url]);
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
  screens: readonly Screen[],
  { folder, form }: { folder: string; form: Form },
): Promise<void> {
  for (const [name, target] of screens) {
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
  readonly people: Readonly<Partial<Record<Form, Pick<Person, 'email' | 'password'>>>>;
  readonly screens: readonly Screen[];
}

interface Look {
  readonly size: keyof typeof SIZES;
  readonly theme: Theme;
  readonly textSize: (typeof TEXT_SIZES)[number];
  readonly way?: keyof typeof WAYS;
}

/** All screens of one look, form by form, over a network of its own. */
async function shootAll({ app, people, screens }: Job, { size, theme, textSize, way }: Look) {
  const network = await openNetwork(app.port);
  const kind = screens === OWN ? 'customer' : 'desk';
  const look = [kind, way ?? size, theme, ...(textSize === 100 ? [] : [textSize])].join('-');
  for (const [form, person] of Object.entries(people) as [Form, Person][]) {
    const folder = path.join(FOLDER, look, form);
    await mkdir(folder, { recursive: true });
    const context = await browsers[textSize].newContext({
      baseURL: network.origin,
      viewport: SIZES[size],
      colorScheme: theme,
      // Counters and bars then reach their end at once.
      reducedMotion: 'reduce',
      forcedColors: way === 'forced' ? 'active' : 'none',
    });
    const page = await context.newPage();
    if (way === 'print') await page.emulateMedia({ media: 'print' });
    const shot = { folder, form };
    if (form === 'full' && screens === OWN) await shoot(page, PUBLIC, shot);
    if (form === 'loading' || form === 'error') spoil(network, form);
    await signIn(page, person);
    spoil(network, form);
    await shoot(page, screens, shot);
    network.setTrouble(undefined);
    await context.close();
    console.log(path.relative(process.cwd(), folder));
  }
  await network.close();
}

/** Every size, text size and way filled; the usual two sizes in every form. */
async function shootLooks(job: Job, usual: readonly (keyof typeof SIZES)[]): Promise<void> {
  const { full } = job.people;
  const filled = { ...job, people: { ...(full && { full }) } };
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    for (const textSize of TEXT_SIZES) {
      const isUsual = textSize === 100 && usual.includes(size);
      const looks = THEMES.map((theme) => ({ size, theme, textSize }));
      await Promise.all(looks.map((look) => shootAll(isUsual ? job : filled, look)));
    }
  }
  const looks = Object.entries(WAYS).map(([way, size]) => ({
    way: way as keyof typeof WAYS,
    size,
  }));
  await Promise.all(
    looks.map((look) => shootAll(filled, { ...look, theme: 'light', textSize: 100 })),
  );
}

/** A browser in which a person has set the text to so many percent, so that breakpoints follow. */
function launch(percent: number): Promise<Browser> {
  const fontSizes = `defaultFontSize=${(16 * percent) / 100},defaultFixedFontSize=${(13 * percent) / 100}`;
  const options = launchOptionsOf(findChromium());
  return chromium.launch({ ...options, args: [...options.args, `--blink-settings=${fontSizes}`] });
}

const app = await startApp();
const browsers = { 100: await launch(100), 200: await launch(200) } as const;
try {
  const [full, empty] = [await makePerson(app), await makePerson(app)];
  for (let count = 0; count < REFERRALS; count += 1) await referFromElsewhere(app, full);
  await setStatuses(app, full, STATUSES);
  const forms = (filled: Person, none: Person) =>
    ({ full: filled, empty: none, loading: filled, offline: filled, error: filled }) as const;
  const customers = { app, screens: OWN, people: forms(full, empty) };
  const { admin } = app;
  const desk = {
    app,
    screens: DESK,
    people: { full: admin, loading: admin, offline: admin },
  };
  const [only] = process.argv.slice(2);
  if (only !== 'desk') await shootLooks(customers, ['narrow', 'wide']);
  if (only !== 'customers') await shootLooks(desk, ['tablet', 'wide']);
} finally {
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  await app.stop();
}
