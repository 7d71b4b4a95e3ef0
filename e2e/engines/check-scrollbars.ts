import { codeOf, makeAdmin, makePerson } from '../fixtures/people.ts';
import type { World } from './check-loads.ts';
import { signInBy, until, untilSays } from './page-acts.ts';
import type { FirefoxPrefs } from './puppeteer.ts';

/** Bars that take room beside the page, as desks with a mouse have them. */
export const CLASSIC_SCROLLBARS: FirefoxPrefs = { 'widget.gtk.overlay-scrollbars.enabled': false };

const WIDTHS = [390, 1024, 1440];
const CUSTOMER_PAGES = ['/', '/referrals', '/rewards', '/profile', '/terms'];

/** No page is wider than what its scrollbar leaves of the window. */
export async function checkScrollbars(world: World): Promise<void> {
  await lookAsCustomer(world);
  await lookAsAdmin(world);
}

async function lookAsCustomer(world: World): Promise<void> {
  const { engine, app, network } = world;
  const person = await makePerson(app);
  const pages = [...CUSTOMER_PAGES, `/refer/${await codeOf(app, person)}`];
  await engine.open(`${network.origin}/auth`);
  await expectFits(world);
  await signInBy(engine, person);
  await untilSays(engine, 'Welcome back');
  await until(
    engine,
    'the bar takes room',
    'return document.documentElement.clientWidth < innerWidth',
  );
  for (const page of pages) {
    await engine.open(network.origin + page);
    await expectFits(world);
  }
}

/** By another name of the server, where nobody is signed in yet. */
async function lookAsAdmin(world: World): Promise<void> {
  const { engine, app, network } = world;
  const origin = network.origin.replace('localhost', '127.0.0.1');
  const admin = await makePerson(app);
  await makeAdmin(app, admin);
  await engine.open(`${origin}/auth`);
  await signInBy(engine, admin);
  await untilSays(engine, 'System Dashboard');
  await engine.open(`${origin}/admin`);
  await expectFits(world);
  const panels = await engine.run<string[]>(
    `return [...new Set([...document.querySelectorAll('a[href*="panel="]')].map((link) => link.href))]`,
  );
  if (panels.length === 0) throw new Error('The desk has no panels');
  for (const panel of panels) {
    await engine.open(panel);
    await expectFits(world);
  }
}

const DRAWN = `document.querySelector('h1') && !document.querySelector('.skeleton, .spinner')`;

async function expectFits({ engine }: World): Promise<void> {
  const page = await engine.run<string>('return location.pathname + location.search');
  for (const width of WIDTHS) {
    await engine.setWidth(width);
    await until(
      engine,
      `${page} fits in ${width}`,
      `const { scrollWidth, clientWidth } = document.documentElement;
       return innerWidth === ${width} && ${DRAWN} && scrollWidth <= clientWidth;`,
    );
  }
}
