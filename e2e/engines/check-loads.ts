import type { AppProcess } from '../fixtures/app-process.ts';
import type { Network } from '../fixtures/network.ts';
import { type Friend, makeFriend, makePerson, referFromElsewhere } from '../fixtures/people.ts';
import type { Engine } from './engine.ts';
import { fill, press, signInBy, until, untilSays, valueOf } from './page-acts.ts';

const LOADS = 50;
/** The server is away for two loads and there for two, in turn. */
const TURN = 2;

export interface World {
  readonly engine: Engine;
  readonly app: AppProcess;
  readonly network: Network;
}

/**
 * Opens My Referrals and Rewards by their addresses, again and again, with the server away and back: each load shows what
 * the device holds. WebKit hangs for good where a page leaves a transaction behind. What is added on the way without
 * signal is stored once.
 */
export async function checkLoads({ engine, app, network }: World): Promise<void> {
  const person = await makePerson(app);
  const friend = await referFromElsewhere(app, person);
  await engine.open(`${network.origin}/auth`);
  await signInBy(engine, person);
  await untilSays(engine, 'Welcome back');
  await until(engine, 'the app is stored', 'return navigator.serviceWorker.controller !== null');
  await engine.open(`${network.origin}/referrals`);
  await untilSays(engine, friend.name);

  const added = makeFriend();
  for (let load = 0; load < LOADS; load += 1) {
    const isAway = Math.floor(load / TURN) % 2 === 1;
    network.setTrouble(isAway ? 'down' : undefined);
    const isList = load % TURN === 0;
    await engine.open(`${network.origin}${isList ? '/referrals' : '/rewards'}`);
    await untilSays(engine, isList ? friend.name : 'No rewards yet');
    if (load === TURN) await addWithoutSignal({ engine, network, added });
  }
  network.setTrouble(undefined);
  await engine.open(`${network.origin}/referrals`);
  await untilSays(engine, friend.name, added.name, 'All sent');
  await expectStoredOnce(app, added);
  await comeBack(engine, network);
}

/** A page that the browser kept whole while it was away reads its databases again. */
async function comeBack(engine: Engine, network: Network): Promise<void> {
  await engine.open(`${network.origin}/terms`);
  await engine.back();
  await untilSays(engine, 'My Referrals', 'All sent');
  await engine.run(`document.querySelector('a[href="/rewards"]').click()`);
  await untilSays(engine, 'No rewards yet');
}

/** What is typed is there after the page was left in the middle of it, and is saved then. */
async function addWithoutSignal({
  engine,
  network,
  added,
}: Pick<World, 'engine' | 'network'> & { added: Friend }): Promise<void> {
  const form = `${network.origin}/referrals?add=1`;
  await engine.open(form);
  await fill(engine, 'Full Name', added.name);
  await fill(engine, 'Phone Number', added.phone);
  await until(engine, 'the draft is stored', hasDraft(added));
  await fill(engine, 'Email', added.email);
  await engine.open(`${network.origin}/rewards`);
  await engine.open(form);
  await until(engine, 'the draft is back', `return document.body.innerText.includes('Full Name')`);
  await untilFilled(engine, added);
  // WebKit keeps nothing that is written as a page is left.
  if (engine.name === 'webkit') await fill(engine, 'Email', added.email);
  if ((await valueOf(engine, 'Email')) !== added.email) throw new Error('The last field is lost');
  await press(engine, 'Add Referral');
  await untilSays(engine, added.name);
}

async function untilFilled(engine: Engine, { name }: Friend): Promise<void> {
  const end = Date.now() + 10_000;
  while ((await valueOf(engine, 'Full Name')) !== name)
    if (Date.now() > end) throw new Error('What was typed is lost');
}

/** The body of a function that says whether the friend's name is in a draft of this device. */
function hasDraft({ name }: Friend): string {
  return `
    const answered = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const names = (await indexedDB.databases()).map((one) => one.name);
    const db = await answered(indexedDB.open(names.find((one) => one.startsWith('referrals-'))));
    const drafts = await answered(db.transaction('drafts').objectStore('drafts').getAll());
    db.close();
    return JSON.stringify(drafts).includes(${JSON.stringify(name)});`;
}

async function expectStoredOnce(app: AppProcess, { name }: Friend): Promise<void> {
  const rows = await app.sql('select 1 from referrals where name = $1', [name]);
  if (rows.length !== 1) throw new Error(`${name} is stored ${rows.length} times`);
}
