import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { enqueueUpload } from '../../src/sync/outbox/bulk-upload.ts';
import { sendWatched, stopWatching } from '../../src/sync/send/watch-upload.ts';
import { editUnsent, removeUnsent, restoreUnsent } from '../../src/sync/outbox/change-row.ts';
import { mendedId } from '../../src/sync/outbox/mended-id.ts';
import { enqueue, type NewReferralInput } from '../../src/sync/outbox/enqueue.ts';
import { customerOf } from '../../src/data/on-behalf-row.ts';
import { nextName, tagOf } from './ledger.ts';
import { rawWaiting } from './raw-lists.ts';
import { rawRows } from './raw-storage.ts';
import type { PersonStep, RowKind, Who } from './steps.ts';
import type { Tab } from './tab.ts';
import { CODES, type World } from './world.ts';

/** What a person does with their referrals in one of the tabs. */
export async function takePersonStep(world: World, step: PersonStep): Promise<void> {
  const tab = world.tab(step.tab);
  switch (step.do) {
    case 'save':
      return save(world, tab, makeRows(world, world.screenUser().who, step.rows));
    case 'take': {
      const { who } = world.screenUser();
      return save(world, tab, makeOnBehalf(world, who, step.rows));
    }
    case 'upload':
      return upload(world, tab, step);
    case 'stopUpload':
      return stopUpload(world, tab);
    case 'openDialog': {
      const row = findRow(world, step.row);
      if (row) tab.dialogs.set(tagOf(row.name), JSON.stringify(row));
      return;
    }
    case 'edit':
      return edit(world, tab, step);
    case 'remove':
      return remove(world, tab, step.row);
    case 'undo':
      return undo(world, tab, step.nth);
  }
}

export function makeRows(world: World, who: Who, kinds: readonly RowKind[]): NewReferralInput[] {
  return kinds.map((kind) => {
    const person = world.ledger.add(who);
    const emails: Record<RowKind, string> = {
      good: `${person.tag}@example.com`,
      bad: `${person.tag} at nowhere`,
      twin: `${who}-twin@example.com`,
      self: world.userOf(who).email,
    };
    return { name: nextName(person), email: emails[kind], phone: '555 0100' };
  });
}

/** The same for the other person. */
function makeOnBehalf(
  world: World,
  who: Who,
  kinds: readonly (RowKind | 'nobody')[],
): NewReferralInput[] {
  const whose: Who = who === 'o' ? 's' : 'o';
  return kinds.map((kind) => {
    const person = world.ledger.add(who, true);
    const email = {
      good: `${person.tag}@example.com`,
      nobody: `${person.tag}@example.com`,
      bad: `${person.tag} at nowhere`,
      twin: `${whose}-twin@example.com`,
      self: world.userOf(whose).email,
    }[kind];
    const code = kind === 'nobody' ? 'CCCCCCC3' : CODES[whose];
    return { name: nextName(person), email, phone: '555 0100', for: code };
  });
}

function save(world: World, tab: Tab, rows: NewReferralInput[]): void {
  const { ledger } = world;
  const db = tab.db(world.screenUser().user.id);
  world.begin(tab, async () => {
    try {
      await enqueue(db, rows);
    } catch (error) {
      if (!tab.isDead) for (const { name } of rows) ledger.refusedToSave.add(name);
      throw error;
    }
    // A tab killed before it says so has told the person nothing.
    if (!tab.isDead) for (const { name } of rows) ledger.tell(name);
  });
}

/** Uploads a file, now and then the same one again, row by row until something stops it. */
function upload(world: World, tab: Tab, step: Extract<PersonStep, { do: 'upload' }>): void {
  const { who, user } = world.screenUser();
  const { ledger } = world;
  const db = tab.db(user.id);
  const older = step.again ? ledger.files.findLast(({ owner }) => owner === who) : undefined;
  const rows = older?.rows ?? makeRows(world, who, step.rows);
  if (!older) ledger.files.push({ owner: who, rows });
  for (const { name } of older?.rows ?? []) {
    ledger.allowCopy(tagOf(name));
    ledger.begin(name);
  }
  world.begin(tab, async () => {
    // Another tab may correct one again, which gives it a new id, before this one goes on.
    const before = correctedIn(world, who, rows);
    await enqueueUpload(db, { fileName: 'friends.csv', rows });
    if (tab.isDead) return;
    const after = correctedIn(world, who, rows);
    for (const { name } of rows) if (!before.has(name) && !after.has(name)) ledger.tell(name);
    if (!step.isRun) return;
    tab.watched = db;
    await sendWatched(db, tab.deps);
    tab.watched = undefined;
  });
}

/** The person closes the dialog. */
function stopUpload(world: World, tab: Tab): void {
  const { watched } = tab;
  if (watched) world.begin(tab, () => stopWatching(watched));
}

/** Names of a file's people whom somebody has corrected: the file's row is not queued then. */
function correctedIn(world: World, who: Who, rows: readonly NewReferralInput[]): Set<string> {
  const rejected = rawRows(world.userOf(who).id, 'rejected');
  const isCorrected = ({ name }: NewReferralInput) =>
    rejected.some(({ row }) => row && row.name !== name && tagOf(row.name) === tagOf(name));
  return new Set(rows.filter(isCorrected).map(({ name }) => name));
}

/** The unsent row of a tag on this device, as a list shows it. */
function findRow(world: World, nth: number): PushRow | undefined {
  const { user } = world.screenUser();
  const waiting = rawWaiting(user.id);
  const refused = rawRows(user.id, 'rejected').flatMap(({ row }) => row ?? []);
  const all = [...waiting, ...refused].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return all[nth % Math.max(1, all.length)];
}

function edit(world: World, tab: Tab, step: Extract<PersonStep, { do: 'edit' }>): void {
  const { ledger } = world;
  const { user } = world.screenUser();
  const now = findRow(world, step.row);
  const person = now && ledger.byTag(tagOf(now.name));
  if (!now || !person) return;
  const dialog = tab.dialogs.get(person.tag);
  tab.dialogs.delete(person.tag);
  const shown = dialog === undefined ? now : (JSON.parse(dialog) as PushRow);
  const name = nextName(person);
  const email = step.mends === 'email' ? `${name}@example.com` : shown.email;
  const isRefused = rawRows(user.id, 'rejected').some(({ id }) => id === shown.id);
  world.begin(tab, async () => {
    // Another customer is chosen where nobody had the code.
    const whom = customerOf(shown) && { for: CODES[name.startsWith('o') ? 's' : 'o'] };
    const values = { name, email, phone: '555 0101', ...whom };
    const outcome = await editUnsent(tab.db(user.id), shown, values);
    if (outcome.kind !== 'saved') return;
    // It gets a new id, because a version may have arrived under the old one. It may be refused only now.
    const isMended = rawWaiting(user.id).some(({ id }) => id === mendedId(shown.id));
    if (isRefused || isMended) ledger.allowCopy(person.tag);
    ledger.drop(shown.name);
    ledger.tell(name);
  });
}

function remove(world: World, tab: Tab, nth: number): void {
  const row = findRow(world, nth);
  if (!row) return;
  const db = tab.db(world.screenUser().user.id);
  world.begin(tab, async () => {
    const removed = await removeUnsent(db, row.id);
    if (!removed?.row) return;
    world.ledger.drop(removed.row.name);
    tab.removed.push({ name: removed.row.name, removed });
  });
}

async function undo(world: World, tab: Tab, nth: number): Promise<void> {
  const { ledger } = world;
  // A correction that is being saved then could land on either side of it.
  await world.settle();
  const { user } = world.screenUser();
  const mine = tab.removed.filter(({ name }) => name.startsWith(world.screenUser().who));
  const one = mine[nth % Math.max(1, mine.length)];
  if (!one) return;
  tab.removed.splice(tab.removed.indexOf(one), 1);
  const id = one.removed.row?.id;
  world.begin(tab, async () => {
    const waiting = rawWaiting(user.id);
    const refused = rawRows(user.id, 'rejected').flatMap(({ row }) => row ?? []);
    const isBack = await restoreUnsent(tab.db(user.id), one.removed);
    if (!isBack) return;
    // It takes the place of another version of it.
    for (const other of [...waiting, ...refused]) if (other.id === id) ledger.drop(other.name);
    ledger.bringBack(one.name);
  });
}
