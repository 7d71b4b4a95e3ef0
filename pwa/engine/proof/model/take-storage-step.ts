import { deviceDb } from '../../src/data/device-db.ts';
import { withReopen } from '../../src/data/with-reopen.ts';
import { REFERRALS_PATH } from '../../src/sync/read/referral-versions.ts';
import { finishDiscard } from '../../src/sync/session/session.ts';
import { nextName } from './ledger.ts';
import { abortTransactions, removeDatabase } from './raw-storage.ts';
import type { StorageStep } from './steps.ts';
import type { World } from './world.ts';

/** What a page finds stored that this build did not write, or that is gone beneath it. */
export async function takeStorageStep(world: World, step: StorageStep): Promise<void> {
  switch (step.do) {
    case 'evictOpen':
      return evictOpen(world, step.what);
    case 'loseStore':
      return loseStore(world, step);
    case 'plant':
      return plant(world, step);
    case 'reshape':
      return reshape(world, step.tab);
  }
}

/** The browser clears a database beneath open pages: it ends their connections and transactions. */
async function evictOpen(world: World, what: 'user' | 'device'): Promise<void> {
  await world.settle();
  world.disturbances += 1;
  if (what === 'device') {
    abortTransactions(deviceDb);
    deviceDb.close();
    removeDatabase(deviceDb.name);
    return;
  }
  const { who, user } = world.screenUser();
  for (const tab of world.tabs) tab.loseDatabase(user.id);
  world.noteEvicted(who);
}

function loseStore(world: World, { tab: nth, store }: Extract<StorageStep, { do: 'loseStore' }>) {
  const tab = world.tab(nth);
  const { user } = world.screenUser();
  world.disturbances += 1;
  // What says that the count has yet to be compared is lost with it.
  if (store === 'sync') world.missing.delete(user.id);
  const db = tab.db(user.id);
  world.begin(tab, () => withReopen(db, () => db.table(store).clear()));
}

/** Another build's entries: a newer one's, and what nobody can read, alone or beside a good row. */
function plant(world: World, { tab: nth, what }: Extract<StorageStep, { do: 'plant' }>): void {
  const tab = world.tab(nth);
  const { who, user } = world.screenUser();
  const db = tab.db(user.id);
  const damaged = { broken: true };
  const person = world.ledger.add(who);
  const name = nextName(person);
  const good = {
    id: crypto.randomUUID(),
    name,
    email: `${name}@example.com`,
    phone: null,
    address: null,
  };
  const rows = { newer: [good], damaged: [damaged], 'half-damaged': [good, damaged] }[what];
  const entry = { v: what === 'newer' ? NEWER : 1, rows, savedAt: Date.now(), attempts: 0 };
  world.begin(tab, async () => {
    // As every build does before it saves.
    await finishDiscard(user.id);
    await withReopen(db, () => db.outbox.add(entry));
    if (what === 'half-damaged') world.ledger.tell(name);
    if (what === 'newer') world.newer[who] += 1;
  });
}

const NEWER = 99;

/** What another build kept: its list has another shape. */
function reshape(world: World, nth: number): void {
  const tab = world.tab(nth);
  const db = tab.db(world.screenUser().user.id);
  const write = () =>
    db.transaction('rw', db.resources, db.referrals, async () => {
      const list = await db.resources.get(REFERRALS_PATH);
      if (!list) return;
      const serial = (list.serial ?? 0) + 1;
      await db.resources.put({ ...list, serial, shape: 'of another build' });
      await db.referrals.toCollection().modify({ reward: 'of another build' });
    });
  world.begin(tab, () => withReopen(db, write));
}
