import {
  type TakenReferral,
  type TakenResult,
  takenRoutes,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import { call } from '../../api/client.ts';
import type { EntryOf } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { RowVerdict, Verdict } from '../answers/verdict.ts';
import type { TakenPushRow } from '../../data/taken-row.ts';
import { showTaken } from '../read/taken-list.ts';

/** Sends rows that the person took for others; each is stored for its customer or refused in words. */
export async function sendTaken(
  db: UserDb,
  { rows, isAgain }: EntryOf<'onBehalf'>,
): Promise<Verdict> {
  const input = { body: { rows, isAgain }, expectedUser: db.userId };
  const { data } = await call(takenRoutes.pushTaken, input);
  return judgeTaken(db, rows, data);
}

function judgeTaken(
  db: UserDb,
  rows: readonly TakenPushRow[],
  { results }: { results: readonly TakenResult[] },
): Verdict {
  const isAbout = ({ id, status }: TakenResult, row: TakenPushRow | undefined) =>
    id === null ? status === 'rejected' : id === row?.id.toLowerCase();
  const names =
    results.length === rows.length && results.every((one, at) => isAbout(one, rows[at]));
  if (!names) return { kind: 'not-sent', reason: 'malformed' };
  const taken = new Map<string, TakenReferral>();
  const verdicts = rows.map(({ id }, at): RowVerdict => {
    const { status, code = 'invalid', error = '', taken: stored } = results[at] ?? {};
    if (status === 'rejected') return { id, isRefused: true, code, error };
    if (stored) taken.set(id, stored);
    return { id, isRefused: false, wasStored: status === 'stored' };
  });
  return {
    kind: 'stored',
    rows: verdicts,
    show: (settled) =>
      showTaken(
        db,
        settled.flatMap(({ row }) => taken.get(row.id) ?? []),
      ),
  };
}
