import type { TakenReferral } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { customerOf } from '../../data/taken-row.ts';
import { toEntries } from '../../data/outbox-entry.ts';
import type { UserDb } from '../../data/user-db.ts';
import { putEntries } from '../outbox/enqueue.ts';
import { noteInLog } from '../outbox/log-lines.ts';

/** A row of a list that is here, one's own or taken for another. */
type KeptRow = Referral | TakenReferral;

/** A whole list, and the ids of what was deleted of it, if the server says so. */
interface WholeList {
  rows: readonly { id: string }[];
  deletes?: readonly string[] | undefined;
}

/**
 * Puts those of the rows here that the server has lost (rule 38) back into the outbox, as they were submitted and under their
 * own ids. The caller's transaction holds `outbox`, `rejected`, `log` and `sync`.
 */
export async function sendLostAgain(
  db: UserDb,
  here: readonly KeptRow[],
  { list, now }: { list: WholeList; now: number },
): Promise<void> {
  const lost = await findLost(db, here, list);
  if (lost.length === 0) return;
  const entries = toEntries(lost.map(asSubmitted), now).map((entry) => ({
    ...entry,
    isAgain: true,
  }));
  const key = (await putEntries(db, entries)) ?? 0;
  const told = entries.map(({ rows }, at) => ({ key: key + at, rows, event: 'lost' as const }));
  await noteInLog(db, told, now);
}

/**
 * Those that the whole list neither holds nor names as deleted. What waits or was refused here is left to its person, and of
 * somebody forgotten there is nothing to send.
 */
async function findLost(
  db: UserDb,
  here: readonly KeptRow[],
  { rows, deletes = [] }: WholeList,
): Promise<KeptRow[]> {
  const told = new Set([...rows.map(({ id }) => id), ...deletes]);
  const lost = here.filter(({ id, email }) => email !== '' && !told.has(id));
  if (lost.length === 0) return [];
  const unsent = new Set(await db.rejected.toCollection().primaryKeys());
  await db.outbox.each(({ rows: waiting }) => waiting?.forEach((row) => unsent.add(row?.id)));
  return lost.filter(({ id }) => !unsent.has(id));
}

function asSubmitted(row: KeptRow): PushRow {
  const { id, permission, date } = row;
  const code = customerOf(row);
  return {
    id,
    ...referralContent(row),
    permission,
    date,
    ...(code !== undefined && { for: code }),
  };
}
