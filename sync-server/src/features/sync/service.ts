import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Id, PushRow, type PushResult } from '@sunloop/shared-types';
import * as v from 'valibot';
import { transact } from '../../db/statement.ts';
import type { Actor } from '../../http/context.ts';
import { errorBody, type RequestError } from '../../http/errors.ts';
import { invalidInput } from '../../http/parse.ts';
import { refusalOf } from '../referrals/refusals.ts';
import { storeBatch, type StoreVerdict } from '../referrals/store.ts';

/**
 * Judges each row of a batch alone and stores the good ones in one transaction; a bad row holds back none
 * of the others. Results in the order of the rows. Safe to repeat: what is there answers `stored`.
 */
export async function pushReferrals(
  em: SqlEntityManager,
  actor: Actor,
  rows: readonly unknown[],
): Promise<PushResult[]> {
  const parsed = rows.map((row) => v.safeParse(PushRow, row));
  const good = parsed.flatMap((row) => (row.success ? [row.output] : []));
  const verdicts =
    good.length > 0 ? await transact(em, (run) => storeBatch(run, actor.userId, good)) : [];
  let next = 0;
  return parsed.map((row, index) => {
    if (!row.success) return rejection(usableId(rows[index]), invalidInput(row.issues));
    const verdict = verdicts[next++];
    if (!verdict) throw new Error(`no verdict for row ${index}`);
    return resultOf(row.output.id, verdict);
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
