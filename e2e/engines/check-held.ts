import type { AppProcess } from '../fixtures/app-process.ts';
import { type Friend, letTake, makeAdmin, makeFriend, makePerson } from '../fixtures/people.ts';
import { serverRows } from '../fixtures/referrals.ts';
import type { World } from './check-loads.ts';
import { fill, press, signInBy, until, untilSays } from './page-acts.ts';

/** A file of the origin that is not a page of the app. */
const BESIDE_THE_APP = '/favicon.svg';
const DEVICE_DB = 'sunloop-device';
const SILENT = 'Sunloop cannot open its storage';
const HELP = 'close Sunloop and its other tabs, or the whole browser, and open it again';

const PAGES = {
  customer: ['/auth', '/', '/referrals', '/rewards', '/profile'],
  admin: ['/auth', '/', '/admin', '/admin?panel=referrals', '/profile'],
};

/**
 * Storage that does not answer: another tab is in the middle of changing a database, so that none opens it, in any engine.
 * Every page says so in words, and goes on by itself when that is over; what waits is sent once.
 */
export const checkHeldFromCustomer = (world: World) => checkHeld(world, 'customer');
export const checkHeldFromAdmin = (world: World) => checkHeld(world, 'admin');

async function checkHeld(world: World, role: keyof typeof PAGES): Promise<void> {
  const { engine, app, network } = world;
  const person = await makePerson(app);
  if (role === 'admin') await makeAdmin(app, person);
  else await letTake(app, person);
  await engine.open(`${network.origin}/auth`);
  await signInBy(engine, person);
  await untilSays(engine, role === 'admin' ? 'System Dashboard' : 'Welcome back');
  const waiting = role === 'customer' ? await addWithoutSignal(world) : undefined;
  for (const database of [DEVICE_DB, `referrals-${person.id}`]) {
    await engine.open(network.origin + BESIDE_THE_APP);
    const holder = await engine.openBeside(network.origin + BESIDE_THE_APP);
    await holder.run(holding(database));
    for (const page of PAGES[role]) {
      await engine.open(network.origin + page);
      await untilSays(engine, SILENT, HELP, 'Reload');
    }
    await holder.close();
    await until(
      engine,
      'the page goes on',
      `return !document.body.innerText.includes('${SILENT}')`,
    );
    await untilSays(engine, 'Profile');
  }
  if (waiting) await expectStoredOnce(world.app, waiting);
}

async function addWithoutSignal({ engine, network }: World): Promise<Friend> {
  const friend = makeFriend();
  network.setTrouble('down', /^POST /);
  await engine.open(`${network.origin}/referrals?add=1`);
  await fill(engine, 'Full Name', friend.name);
  await fill(engine, 'Phone Number', friend.phone);
  await fill(engine, 'Email', friend.email);
  await press(engine, 'Add Referral');
  await untilSays(engine, friend.name);
  await engine.open(network.origin + BESIDE_THE_APP);
  network.setTrouble(undefined);
  return friend;
}

/** The body of a function that begins to change a database and does not come to an end. */
function holding(database: string): string {
  return `
    const versions = await indexedDB.databases();
    const { version } = versions.find(({ name }) => name === ${JSON.stringify(database)});
    const opening = indexedDB.open(${JSON.stringify(database)}, version + 1);
    await new Promise((resolve) => opening.addEventListener('upgradeneeded', resolve));
    const [first] = opening.transaction.objectStoreNames;
    const goOn = () => { opening.transaction.objectStore(first).count().onsuccess = goOn; };
    goOn();`;
}

async function expectStoredOnce(app: AppProcess, friend: Friend): Promise<void> {
  const end = Date.now() + 30_000;
  while ((await serverRows(app, friend)).length === 0)
    if (Date.now() > end) throw new Error(`${friend.name} was not sent`);
  const rows = await serverRows(app, friend);
  if (rows.length !== 1) throw new Error(`${friend.name} is stored ${rows.length} times`);
}
