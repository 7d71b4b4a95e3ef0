import type { Referral } from '@sunloop/shared-types';
import { HANDOVER_VERSION, type RejectedRow } from '../../src/data/user-db.ts';
import { REFERRALS_PATH } from '../../src/sync/read/referral-versions.ts';
import { tagOf } from './ledger.ts';
import { rawWaiting } from './raw-lists.ts';
import { rawReferrals, rawRows } from './raw-storage.ts';
import type { Who } from './steps.ts';
import type { World } from './world.ts';

const BOTH: readonly Who[] = ['o', 's'];

/** What is wrong with anybody's rows now, each with the rule it breaks. Reads beneath Dexie and writes nothing. */
export function findRowFaults(world: World): string[] {
  world.past.note();
  return [...BOTH.flatMap((who) => faultsOf(world, who)), ...serverFaults(world)];
}

function faultsOf(world: World, who: Who): string[] {
  const { id: userId } = world.userOf(who);
  const waiting = rawWaiting(userId);
  const newer = rawRows(userId, 'outbox').filter(({ v }) => v > HANDOVER_VERSION);
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
  const foreign = [...here].filter((name) => !isOurs(name));
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
  const others = [...past.rows.values()].filter((other) => other.id !== id);
  const known = past.rows.get(id);
  const isThis = (other: Referral | undefined) => other?.id === id && other.name === row.name;
  // Nothing is wrong with what the server took, unless it was deleted since.
  if (isThis(known) && code !== 'deleted') {
    // A push given up may have brought it once the other was gone; only the list tells the device, once it is fetched.
    const { id: userId } = world.userOf(who);
    const list = rawRows(userId, 'resources').find(({ path }) => path === REFERRALS_PATH);
    const isDue = list === undefined || list.isTouched === true;
    const isShown = !isDue && rawReferrals(userId).some(isThis);
    if (isShown || code !== 'duplicate_referral') return false;
  }
  switch (code) {
    case 'invalid':
      return !row.email.includes('@');
    case 'self_referral':
      return row.email === world.userOf(who).email;
    case 'duplicate_referral':
      return others.some(({ email }) => email === row.email);
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
  const ownerOf = (name: string) => (name.startsWith('o') ? owner.id : stranger.id);
  const foreign = rows.filter(({ name, userId }) => ownerOf(name) !== userId);
  const doubled = ledger.people.filter(
    ({ tag, copies }) => rows.filter(({ name }) => tagOf(name) === tag).length > copies,
  );
  return [
    ...foreign.map(({ name }) => `rule 6: ${name} went out under another user`),
    ...doubled.map(({ tag }) => `rule 5: ${tag} is on the server more often than anybody wanted`),
  ];
}
