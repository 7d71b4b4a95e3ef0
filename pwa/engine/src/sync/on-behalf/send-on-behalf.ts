import {
  type OnBehalfReferral,
  type OnBehalfResult,
  onBehalfRoutes,
} from '@sunloop/shared-types/referrals/on-behalf.ts';
import { call } from '../../api/client.ts';
import type { EntryOf } from '../../data/outbox-kinds.ts';
import type { UserDb } from '../../data/user-db.ts';
import type { RowVerdict, Verdict } from '../answers/verdict.ts';
import type { OnBehalfPushRow } from '../../data/on-behalf-row.ts';
import { showOnBehalf } from '../read/on-behalf-list.ts';

/** Sends rows that the person took for others; each is stored for its customer or refused in words. */
export async function sendOnBehalf(
  db: UserDb,
  { rows, isAgain }: EntryOf<'onBehalf'>,
): Promise<Verdict> {
  const input = { body: { rows, isAgain }, expectedUser: db.userId };
  const { data } = await call(onBehalfRoutes.pushTaken, input);
  return judgeOnBehalf(db, rows, data);
}

function judgeOnBehalf(
  db: UserDb,
  rows: readonly OnBehalfPushRow[],
  { results }: { results: readonly OnBehalfResult[] },
): Verdict {
  const isAbout = ({ id, status }: OnBehalfResult, row: OnBehalfPushRow | undefined) =>
    id === null ? status === 'rejected' : id === row?.id.toLowerCase();
  const names =
    results.length === rows.length && results.every((one, at) => isAbout(one, rows[at]));
  if (!names) return { kind: 'not-sent', reason: 'malformed' };
  const onBehalf = new Map<string, OnBehalfReferral>();
  const verdicts = rows.map(({ id }, at): RowVerdict => {
    const { status, code = 'invalid', error = '', taken: stored } = results[at] ?? {};
    if (status === 'rejected') return { id, isRefused: true, code, error };
    if (stored) onBehalf.set(id, stored);
    return { id, isRefused: false, wasStored: status === 'stored' };
  });
  return {
    kind: 'stored',
    rows: verdicts,
    show: (settled) =>
      showOnBehalf(
        db,
        settled.flatMap(({ row }) => onBehalf.get(row.id) ?? []),
      ),
  };
}
