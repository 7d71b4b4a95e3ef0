import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Id, type Push, type PushAnswer, PushRow, type PushResult } from '@sunloop/shared-types';
import * as v from 'valibot';
import { defineStatement, transact } from '../../db/statement.ts';
import type { Actor } from '../../http/context.ts';
import { errorBody, type RequestError } from '../../http/errors.ts';
import { invalidInput } from '../../http/parse.ts';
import { refusalOf } from '../referrals/refusals.ts';
import { storeBatch, type StoreVerdict } from '../referrals/store.ts';
import { shorten } from './brief-answer.ts';

const FIND_RECEIPT = defineStatement(
  'find-push-receipt',
  'select pg_current_xact_id_if_assigned()::text as receipt',
);

/**
 * Judges each row of a batch alone and stores the good ones in one transaction; a bad row holds back none
 * of the others. Results in the order of the rows, briefly where that was asked for. Safe to repeat: what is
 * there answers `stored`.
 */
export async function pushReferrals(
  em: SqlEntityManager,
  actor: Actor,
  { referrals: rows, brief = false }: Push,
): Promise<PushAnswer> {
  const parsed = rows.map((row) => v.safeParse(PushRow, row));
  const good = parsed.flatMap((row) => (row.success ? [row.output] : []));
  const { verdicts, receipt } = await storeGood(em, actor, good, brief);
  let next = 0;
  const results = parsed.map((row, index): PushResult => {
    if (!row.success) return rejection(usableId(rows[index]), invalidInput(row.issues));
    const verdict = verdicts[next++];
    if (!verdict) throw new Error(`no verdict for row ${index}`);
    return resultOf(row.output.id, verdict);
  });
  return brief ? shorten({ results, rows, receipt }) : { results };
}

/** `receipt` names the transaction they were stored in, in which nothing else is; a way to the database for who asks. */
async function storeGood(
  em: SqlEntityManager,
  actor: Actor,
  rows: readonly PushRow[],
  hasReceipt: boolean,
): Promise<{ verdicts: StoreVerdict[]; receipt: string | undefined }> {
  if (rows.length === 0) return { verdicts: [], receipt: undefined };
  return transact(em, async (run) => {
    const verdicts = await storeBatch(run, actor.userId, rows);
    if (!hasReceipt) return { verdicts, receipt: undefined };
    const [own] = await run<{ receipt: string | null }>(FIND_RECEIPT, []);
    return { verdicts, receipt: own?.receipt ?? undefined };
  });
}

function usableId(row: unknown): string | null {
  const parsed = v.safeParse(v.object({ id: Id }), row);
  return parsed.success ? parsed.output.id : null;
}

function resultOf(id: string, verdict: StoreVerdict): PushResult {
  if ('referral' in verdict) return { id, status: verdict.kind, referral: verdict.referral };
  const refusal = refusalOf(verdict);
  if (!refusal) throw new Error(`no refusal for ${verdict.kind}`);
  return rejection(id, refusal);
}

function rejection(id: string | null, refusal: RequestError): PushResult {
  return { id, status: 'rejected', ...errorBody(refusal) };
}
