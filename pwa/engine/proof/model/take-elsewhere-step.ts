import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { customerOf } from '../../src/data/on-behalf-row.ts';
import { uploadRowId } from '../../src/sync/outbox/upload-row-id.ts';
import { tagOf } from './ledger.ts';
import { rawWaiting } from './raw-lists.ts';
import type { ElsewhereStep } from './steps.ts';
import { makeRows } from './take-person-step.ts';
import type { World } from './world.ts';

type OtherDevice = Extract<ElsewhereStep, { do: 'elsewhere' }>;

export function takeElsewhereStep(world: World, step: ElsewhereStep): void {
  switch (step.do) {
    case 'elsewhere':
      return sendFromElsewhere(world, step);
    case 'handOver':
      // What the engine seals is these rows, and a test beside it shows that they come out of it as they went in.
      world.handed.push(structuredClone(ownWaiting(world.owner.id)));
      return undefined;
    case 'courier':
      return deliver(world, step.nth);
  }
}

/** What was taken for others is not handed over. */
const ownWaiting = (userId: string) => rawWaiting(userId).filter((row) => !customerOf(row));

/** A courier reaches the server, however old the file is and whatever became of its rows. */
function deliver({ server, owner, past, watch, handed }: World, nth: number): void {
  past.note();
  const rows = handed[nth % handed.length] ?? [];
  const lost = rows.filter(({ id }) => past.lost.has(id) && !server.rows.has(id));
  server.store(owner, rows);
  watch.allow(lost.flatMap(({ id }) => server.rows.get(id) ?? []));
}

/** What the owner's other device sends, which has a network at that moment and saw the list when it was last used. */
function sendFromElsewhere(world: World, step: OtherDevice): void {
  const { server, owner, past, elsewhere, watch } = world;
  past.note();
  // What it held and the server lost comes back from there (rule 38), even if its deletion was lost, too.
  const lost = [...elsewhere.values()].filter(
    ({ id }) => past.lost.has(id) && !server.rows.has(id),
  );
  server.store(owner, lost);
  watch.allow(lost.flatMap(({ id }) => server.rows.get(id) ?? []));
  server.store(owner, rowsOf(world, step));
  elsewhere.clear();
  for (const [id, row] of server.rows) if (row.userId === owner.id) elsewhere.set(id, row);
}

function rowsOf(world: World, step: OtherDevice): PushRow[] {
  const { ledger, owner } = world;
  switch (step.what) {
    case 'look':
      return [];
    case 'add':
      return makeRows(world, 'o', step.rows).map((row) => ({ ...row, id: crypto.randomUUID() }));
    case 'file': {
      const file = ledger.files.findLast((each) => each.owner === 'o');
      for (const { name } of file?.rows ?? []) ledger.allowCopy(tagOf(name));
      return (file?.rows ?? []).map((row) => ({ ...row, id: uploadRowId(owner.id, row) }));
    }
  }
}
