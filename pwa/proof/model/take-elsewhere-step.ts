import type { PushRow } from '@sunloop/shared-types';
import { uploadRowId } from '../../src/sync/outbox/upload-row-id.ts';
import { tagOf } from './ledger.ts';
import type { ElsewhereStep } from './steps.ts';
import { makeRows } from './take-person-step.ts';
import type { World } from './world.ts';

/** What the owner's other device sends, which has a network at that moment and saw the list when it was last used. */
export function takeElsewhereStep(world: World, step: ElsewhereStep): void {
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

function rowsOf(world: World, step: ElsewhereStep): PushRow[] {
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
