import { linesOf } from '../../fixtures/csv-files.ts';
import { fill, press, until, untilSays } from '../page-acts.ts';
import { add, type Journey, untilHeader } from './journey.ts';

/** What each page says without signal to a person with no referral yet. */
const PAGES: readonly (readonly [path: string, text: string])[] = [
  ['/', 'Welcome'],
  ['/referrals', 'No referrals yet'],
  ['/rewards', 'No rewards yet'],
  ['/profile', 'This device'],
  ['/admin', 'Access Denied'],
  ['/password', 'Forgot your password?'],
  ['/confirm', 'This link is not complete'],
  ['/refer/ABCDEFGH', 'ABCDEFGH'],
];

/** A first visit stores some sixty files. Milliseconds. */
const STORED_MS = 90_000;

export async function signUp({ engine, network, ...person }: Journey): Promise<void> {
  await engine.open(`${network.origin}/auth`);
  await until(engine, 'the app is drawn', `return !document.getElementById('first-view')`);
  await press(engine, 'Sign Up');
  await fill(engine, 'Username', person.username);
  await fill(engine, 'Email', person.email);
  await fill(engine, 'Password', person.password);
  await fill(engine, 'Confirm Password', person.password);
  await press(engine, 'Create Account');
  await untilSays(engine, 'Welcome, Newcomer');
}

/** The profile says that it works without signal, and its worker serves it. */
export async function untilStored({ engine, network }: Journey): Promise<void> {
  await engine.open(`${network.origin}/profile`);
  const isSaid = `return document.body.innerText.includes('Works without signal')`;
  await until(engine, 'it works without signal', isSaid, STORED_MS);
  const untilServed = () =>
    until(
      engine,
      'its worker serves the page',
      'return navigator.serviceWorker.controller !== null',
      STORED_MS,
    );
  // WebKit may leave a page out, which loads itself again while nobody sees it (`docs/product/browsers.md`).
  await (engine.whileAway?.(untilServed) ?? untilServed());
}

export async function openEveryPage({ engine, network }: Journey): Promise<void> {
  network.setTrouble('down');
  for (const [path, text] of PAGES) {
    await engine.open(network.origin + path);
    await untilSays(engine, text);
  }
}

export async function addTwo(journey: Journey): Promise<void> {
  await add(journey, journey.kept);
  await add(journey, journey.dropped);
  await untilSays(journey.engine, 'Waiting to send');
  await untilHeader(journey, 'Offline, 2 waiting');
}

export async function editOne({ engine, network, kept, keptEmail }: Journey): Promise<void> {
  await engine.open(`${network.origin}/?waiting=1`);
  await press(engine, `Edit ${kept.name}`);
  await fill(engine, 'Email', keptEmail);
  await press(engine, 'Save');
  await untilSays(engine, 'Waiting to send · 2');
  await engine.open(`${network.origin}/referrals`);
  await untilSays(engine, keptEmail);
}

export async function takeOneBack(journey: Journey): Promise<void> {
  const { engine, network, dropped } = journey;
  await engine.open(`${network.origin}/?waiting=1`);
  await press(engine, `Remove ${dropped.name}`);
  await untilSays(engine, 'was removed and will not be sent', 'Waiting to send · 1');
}

export async function reload(journey: Journey): Promise<void> {
  await journey.engine.reload();
  await untilSays(journey.engine, 'Waiting to send · 1', journey.kept.name);
  await untilHeader(journey, 'Offline, 1 waiting');
}

export async function closeAndReopen(journey: Journey): Promise<void> {
  const { engine, network, keptEmail } = journey;
  await engine.reopen(`${network.origin}/referrals`);
  await untilSays(engine, keptEmail);
  await untilHeader(journey, 'Offline, 1 waiting');
}

export async function uploadFile(journey: Journey): Promise<void> {
  const { engine, network, inFile } = journey;
  await engine.open(`${network.origin}/referrals?upload=1`);
  await until(
    engine,
    'the button for a file',
    `return !!document.querySelector('[role=dialog] input[type=file]')`,
  );
  await engine.run(`
    const chosen = new DataTransfer();
    chosen.items.add(new File([${JSON.stringify(linesOf(inFile))}], 'friends.csv', { type: 'text/csv' }));
    const input = document.querySelector('[role=dialog] input[type=file]');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));`);
  await press(engine, 'Upload 1,000 referrals');
  await untilHeader(journey, 'Offline, 1001 waiting');
}
