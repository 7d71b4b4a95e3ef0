import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { kindOf } from '../../src/data/outbox-kinds.ts';
import type { RejectedRow } from '../../src/data/user-db.ts';
import { REFERRALS_PATH } from '../../src/sync/read/referral-versions.ts';
import { customerOf } from '../../src/data/taken-row.ts';
import { isTaken, tagOf } from './ledger.ts';
import { TAKEN } from '../../src/test/fake-taken.ts';
import { rawTaken, rawWaiting } from './raw-lists.ts';
import { rawReferrals, rawRows } from './raw-storage.ts';
import type { Who } from './steps.ts';
import { CODES, type World } from './world.ts';

const BOTH: readonly Who[] = ['o', 's'];

/** What is wrong with anybody's rows now, each with the rule it breaks. Reads beneath Dexie and writes nothing. */
export function findRowFaults(world: World): string[] {
  world.past.note();
  return [...BOTH.flatMap((who) => faultsOf(world, who)), ...serverFaults(world)];
}

function faultsOf(world: World, who: Who): string[] {
  const { id: userId } = world.userOf(who);
  const waiting = rawWaiting(userId);
  const newer = rawRows(userId, 'outbox').filter((entry) => !kindOf(entry));
  const rejected = rawRows(userId, 'rejected');
  const here = new Set(
    [...waiting, ...rejected.flatMap(({ row }) => row ?? [])].map((r) => r.name),
  );
  const arrived = world.past.names();
  const ids = waiting.map(({ id }) => id);
  const { saved, refusedToSave } = world.ledger;
  const isOurs = (name: string) => name.startsWith(who);
  const lost = [...saved].filter((name) => isOurs(name) && !here.has(name) && !arrived.has(name));
  const ghosts = [...refusedToSave].filter((name) => here.has(name) || arrived.has(name));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const both = rejected.filter(({ id }) => ids.includes(id));
  const untrue = rejected.filter((row) => !isTrueReason(world, who, row));
  // What the other took for this person may be lost at the server and is then sent again from here, too.
  const foreign = [...here].filter((name) => !isOurs(name) && !isTaken(name));
  return [
    ...lost.map((name) => `rules 1, 5, 20: ${name} was saved and is nowhere`),
    ...ghosts.map((name) => `rule 1: ${name} was reported as not saved and is there`),
    ...twice.map((id) => `rule 5: ${id} waits twice`),
    ...both.map(({ row }) => `rule 9: ${row?.name} waits and is refused`),
    ...untrue.map(({ row, code }) => `rule 9: ${row?.name} was not refused for ${code}`),
    ...(newer.length < world.newer[who] ? ['rule 12: an entry of a newer build is gone'] : []),
    ...foreign.map((name) => `rule 6: ${name} is in another person's queue`),
  ];
}

/** Whether the server, as it was at some time, gives this reason for the row. */
function isTrueReason(world: World, who: Who, { id, row, code }: RejectedRow): boolean {
  if (!row) return code === 'damaged';
  const { past } = world;
  const known = past.rows.get(id);
  // Nothing is wrong with what the server took, unless it was deleted since.
  if (known?.name === row.name && code !== 'deleted') {
    if (isShown(world.userOf(who).id, row) || code !== 'duplicate_referral') return false;
  }
  return isReason(world, row, { code, known });
}

/** A push given up may have brought it once the other was gone; only the list tells the device, once it is fetched. */
function isShown(userId: string, row: PushRow): boolean {
  const { path, rows } = customerOf(row)
    ? { path: TAKEN, rows: rawTaken(userId)?.rows ?? [] }
    : { path: REFERRALS_PATH, rows: rawReferrals(userId) };
  const list = rawRows(userId, 'resources').find((one) => one.path === path);
  const isDue = list === undefined || list.isTouched === true;
  return !isDue && rows.some(({ id, name }) => id === row.id && name === row.name);
}

function isReason(
  { past, owner, stranger }: World,
  row: PushRow,
  { code, known }: { code: string; known: Referral | undefined },
): boolean {
  const others = [...past.rows.values()].filter(({ id }) => id !== row.id);
  switch (code) {
    case 'invalid':
      return !row.email.includes('@');
    case 'self_referral':
      return [owner, stranger].some(({ email }) => email === row.email);
    case 'duplicate_referral':
      return others.some(({ email }) => email === row.email);
    case 'no_such_customer':
      return !Object.values(CODES).includes(customerOf(row) ?? '');
    case 'id_conflict':
      return known !== undefined && known.name !== row.name;
    case 'deleted':
      return known !== undefined;
    default:
      return false;
  }
}

function serverFaults({ past, ledger, owner, stranger }: World): string[] {
  const rows = [...past.rows.values()];
  const ownerOf = (name: string) =>
    name.startsWith('o') === isTaken(name) ? stranger.id : owner.id;
  const foreign = rows.filter(({ name, userId }) => ownerOf(name) !== userId);
  const doubled = ledger.people.filter(
    ({ tag, copies }) => rows.filter(({ name }) => tagOf(name) === tag).length > copies,
  );
  return [
    ...foreign.map(({ name }) => `rule 6: ${name} went out under another user`),
    ...doubled.map(({ tag }) => `rule 5: ${tag} is on the server more often than anybody wanted`),
  ];
}
