import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { UserDb } from '../../data/user-db.ts';
import { putEntries, toEntries } from '../outbox/enqueue.ts';
import { noteInLog } from '../outbox/log-lines.ts';

/** A row of a list that is here, as it was submitted. */
interface KeptRow {
  id: string;
  email: string;
}

/** A whole list, and the ids of what was deleted of it, if the server says so. */
interface WholeList {
  rows: readonly { id: string }[];
  deletes?: readonly string[] | undefined;
}

/**
 * Which of the rows here the server has lost (rule 38): those that its whole list neither holds nor names as deleted. What
 * waits or was refused here is left to its person, and of somebody forgotten there is nothing to send. The caller's
 * transaction holds `outbox` and `rejected`.
 */
export async function findLost<Row extends KeptRow>(
  db: UserDb,
  here: readonly Row[],
  { rows, deletes = [] }: WholeList,
): Promise<Row[]> {
  const told = new Set([...rows.map(({ id }) => id), ...deletes]);
  const lost = here.filter(({ id, email }) => email !== '' && !told.has(id));
  if (lost.length === 0) return [];
  const unsent = new Set(await db.rejected.toCollection().primaryKeys());
  await db.outbox.each(({ rows: waiting }) => waiting?.forEach((row) => unsent.add(row?.id)));
  return lost.filter(({ id }) => !unsent.has(id));
}

/**
 * Puts rows that the server has lost back into the outbox under their own ids. The caller's transaction holds `outbox`,
 * `log` and `sync`.
 */
export async function sendLostAgain(db: UserDb, lost: PushRow[], now: number): Promise<void> {
  if (lost.length === 0) return;
  const entries = toEntries(lost, now).map((entry) => ({ ...entry, isAgain: true }));
  const key = (await putEntries(db, entries)) ?? 0;
  const told = entries.map(({ rows }, at) => ({ key: key + at, rows, event: 'lost' as const }));
  await noteInLog(db, told, now);
}
