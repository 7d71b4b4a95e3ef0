import type { Friend } from '../fixtures/people.ts';
import type { World } from './check-loads.ts';
import { press, signInBy, untilSays } from './page-acts.ts';
import type { FirefoxPrefs } from './puppeteer.ts';
import { signUp } from './script/away.ts';
import {
  add,
  beginJourney,
  expectStoredOnce,
  fillFriend,
  type Journey,
  untilHeader,
  untilListIsSent,
} from './script/journey.ts';

/** Every window of Firefox is a private one: what it stores stays in memory until the last is closed. */
export const PRIVATE: FirefoxPrefs = { 'browser.privatebrowsing.autostart': true };

/** As in private windows of older versions: no worker, and caches that refuse every use. */
export const WITHOUT_WORKER: FirefoxPrefs = {
  ...PRIVATE,
  'dom.serviceWorkers.privateBrowsing.enabled': false,
  'dom.cache.privateBrowsing.enabled': false,
};

/** A private window works without signal for as long as it is open, and says so. */
export async function checkPrivate(world: World): Promise<void> {
  const journey = beginJourney(world);
  const { engine, network } = journey;
  await signUp(journey);
  await expectDevice(journey, 'Works without signal; nothing waiting.');
  await add(journey, journey.kept);
  await untilListIsSent(journey);
  network.setTrouble('down');
  await add(journey, journey.dropped);
  await engine.reload();
  await untilSays(engine, journey.kept.name, journey.dropped.name);
  network.setTrouble(undefined);
  await engine.reload();
  await untilHeader(journey, 'All sent');
  await expectStoredOnce(journey, [journey.kept.email, journey.dropped.email]);
}

/** One that has no worker says that it does not, keeps what an open page adds, and goes on where the signal is back. */
export async function checkPrivateWithoutWorker(world: World): Promise<void> {
  const journey = beginJourney(world);
  const { engine } = journey;
  await signUp(journey);
  await expectDevice(journey, 'Does not work without signal in this window; nothing waiting.');
  await add(journey, journey.kept);
  await untilListIsSent(journey);
  await addOnOpenPage(journey, journey.dropped);
  await expectStoredOnce(journey, [journey.kept.email, journey.dropped.email]);
  // Nothing is said of storage that failed: there was nothing to forget in it.
  await press(engine, 'Logout');
  await signInBy(engine, journey);
  await untilSays(engine, 'Welcome back', journey.kept.name);
  await untilHeader(journey, 'All sent');
}

async function addOnOpenPage(journey: Journey, friend: Friend): Promise<void> {
  const { engine, network } = journey;
  await engine.open(`${network.origin}/referrals?add=1`);
  await fillFriend(engine, friend);
  network.setTrouble('down');
  await press(engine, 'Add Referral');
  await untilHeader(journey, 'Offline, 1 waiting');
  network.setTrouble(undefined);
  await engine.reload();
  await untilHeader(journey, 'All sent');
}

async function expectDevice({ engine, network }: Journey, sentence: string): Promise<void> {
  await engine.open(`${network.origin}/profile?section=device`);
  await untilSays(engine, sentence);
}
