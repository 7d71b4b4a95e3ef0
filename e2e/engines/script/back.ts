import { makeFriend } from '../../fixtures/people.ts';
import { namedElement, press, pressWithPointer, signInBy, until, untilSays } from '../page-acts.ts';
import {
  add,
  ALL_SENT_MS,
  expectStoredOnce,
  fillFriend,
  type Journey,
  untilHeader,
} from './journey.ts';

export async function expectAllSentOnce(journey: Journey): Promise<void> {
  const { app, engine, network, keptEmail, inFile, email } = journey;
  network.setTrouble(undefined);
  await engine.open(`${network.origin}/referrals`);
  await untilHeader(journey, 'All sent', ALL_SENT_MS);
  const emails = [keptEmail, ...inFile.map((friend) => friend.email)];
  await expectStoredOnce(journey, emails, ALL_SENT_MS);
  const [row] = await app.sql<{ count: number }>(
    'select count(*)::int as count from referrals where user_id = (select id from users where email = $1)',
    [email],
  );
  if (row?.count !== emails.length) throw new Error(`${row?.count} are stored`);
}

/** What waits is kept for the person, and sent once they are back. */
export async function signOutWithRows(journey: Journey): Promise<void> {
  const { engine, network } = journey;
  const friend = makeFriend();
  network.setTrouble('down');
  await add(journey, friend);
  await press(engine, 'Logout');
  await press(engine, 'Keep on this device until I sign in again');
  await untilSays(engine, 'You are offline.', 'Sign In');
  network.setTrouble(undefined);
  await engine.open(`${network.origin}/auth`);
  await signInBy(engine, journey);
  await untilSays(engine, 'Welcome back', friend.name);
  await untilHeader(journey, 'All sent');
  await expectStoredOnce(journey, [friend.email]);
}

/** What is added in one tab shows in the other by itself. */
export async function addInAnotherTab(journey: Journey): Promise<void> {
  const { engine, network } = journey;
  const friend = makeFriend();
  await engine.open(`${network.origin}/referrals`);
  const tab = await engine.openBeside(`${network.origin}/referrals?add=1`);
  await fillFriend(tab, friend);
  await press(tab, 'Add Referral');
  await untilSays(engine, friend.name);
  await tab.close();
  await untilHeader(journey, 'All sent');
  await expectStoredOnce(journey, [friend.email]);
}

export async function takeNextVersion({ engine, network }: Journey): Promise<void> {
  network.appendTo('/sw.js', '\nself.sunloopBuild = "next";\n');
  await engine.run(`
    window.isBefore = true;
    await (await navigator.serviceWorker.getRegistration()).update();`);
  await untilSays(engine, 'A new version is ready');
  await press(engine, 'Reload');
  await until(
    engine,
    'the page is loaded again, by the next version',
    `return !window.isBefore && (await navigator.serviceWorker.getRegistration()).waiting === null;`,
  );
  // WebKit does not tell the page it loads meanwhile that the worker has started.
  await engine.open(`${network.origin}/referrals`);
  await until(
    engine,
    'the next version runs',
    `return navigator.serviceWorker.controller?.state === 'activated';`,
  );
}

/** Browsers let a page copy only while a person presses. */
export async function copyLink({ engine, network }: Journey): Promise<void> {
  await engine.open(`${network.origin}/`);
  await pressWithPointer(engine, namedElement('main button', 'Copy'));
  await untilSays(engine, 'Copied to clipboard');
}
