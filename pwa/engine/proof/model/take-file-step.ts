import { parseCsv } from '../../src/lib/parse-csv.ts';
import { readUnsentFile } from '../../src/sync/outbox/read-unsent-file.ts';
import { restoreFile } from '../../src/sync/outbox/restore-file.ts';
import { exportWaiting } from '../../src/sync/outbox/unsent-file.ts';
import { tagOf } from './ledger.ts';
import type { FileStep } from './steps.ts';
import type { World } from './world.ts';

/**
 * Somebody saves what waits as a file, or opens such a file, whatever became of its rows meanwhile; another app shares one.
 */
export async function takeFileStep(world: World, step: FileStep): Promise<void> {
  if (step.do === 'share') return world.shares.share(world);
  const tab = world.tab(step.tab);
  if (step.do === 'takeShared') return world.begin(tab, () => world.shares.take());
  const { who, user } = world.screenUser();
  const db = tab.db(user.id);
  if (step.do === 'saveFile') {
    world.begin(tab, async () => {
      world.files.push({ who, text: await exportWaiting(db) });
    });
    return;
  }
  const own = world.files.filter((file) => file.who === who);
  const saved = own[step.nth % own.length];
  if (saved) open(world, step, saved.text);
}

function open(world: World, step: { tab: number }, text: string): void {
  const tab = world.tab(step.tab);
  const { user } = world.screenUser();
  const file = readUnsentFile(parseCsv(text));
  if (file.kind === 'damaged') {
    if (file.total > 0) world.faults.push('rule 40: a saved file cannot be read');
    return;
  }
  const rows = [...file.rows, ...file.refused.flatMap(({ row }) => row ?? [])];
  for (const { name } of rows) {
    world.ledger.allowCopy(tagOf(name));
    world.ledger.begin(name);
  }
  // What became of an admin's acts meanwhile is for the wishes of this model, which know no files.
  const referrals = { ...file, others: [], conflicts: [] };
  world.begin(tab, () => restoreFile(tab.db(user.id), referrals));
}
