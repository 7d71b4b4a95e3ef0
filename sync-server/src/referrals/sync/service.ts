import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { PushRow, type Referral } from '@sunloop/shared-types/referrals/referral.ts';
import type { Push, PushAnswer, PushResult } from '@sunloop/shared-types/referrals/sync.ts';
import * as v from 'valibot';
import { runnerOf } from '../../db/query/statement.ts';
import type { Actor, NoteRow } from '../../http/context.ts';
import { invalidInput } from '../../http/parse.ts';
import { judgedRow } from '../store/judged-row.ts';
import { refusalOf, rejection, usableId } from '../store/refusals.ts';
import { findSentBefore } from '../store/sent-before.ts';
import type { StoreVerdict } from '../store/store.ts';
import { storeBatch } from '../store/store-batch.ts';
import { type PushNumbers, shorten } from './brief-answer.ts';
import { findStoredPushes } from './stored-pushes.ts';

/**
 * Judges each row of a batch alone and stores the good ones; a bad row holds back none of the others. Results
 * come in the order of the rows, in brief if that was asked for. Safe to repeat: rows already there are
 * answered `stored`. Each row's verdict is noted for the figures of the process. Returns the answer, and the ids of the
 * rows that are new.
 */
export async function pushReferrals(
  em: SqlEntityManager,
  actor: Actor,
  { referrals: rows, brief = false, briefStored = false, isAgain = false }: Push,
  note: NoteRow,
): Promise<{ answer: PushAnswer; created: string[] }> {
  const parsed = rows.map((row) => v.safeParse(PushRow, row, { abortPipeEarly: true }));
  const good = parsed.flatMap((row) => (row.success ? [row.output] : []));
  const { verdicts, ...numbers } = await storeGood(em, actor, good, {
    brief,
    briefStored,
    isAgain,
  });
  const bad = rows.filter((_, index) => !parsed[index]?.success);
  const sentBefore = await findSentBefore(em, actor.userId, bad);
  let next = 0;
  const results = parsed.map((row, index): PushResult => {
    if (!row.success) {
      const bad = resultOfBad(rows[index], row.issues, sentBefore);
      note({ verdict: bad.status === 'stored' ? 'stored' : 'invalid' });
      return bad;
    }
    const verdict = verdicts[next++];
    if (!verdict) throw new Error(`no verdict for row ${index}`);
    note(judgedRow(row.output, verdict));
    return resultOf(row.output.id, verdict);
  });
  const created = verdicts.flatMap((verdict) =>
    verdict.kind === 'created' ? verdict.referral.id : [],
  );
  return { answer: brief ? shorten({ results, rows, ...numbers }) : { results }, created };
}

interface StoredPush extends PushNumbers {
  verdicts: readonly StoreVerdict[];
}

const NO_NUMBERS: PushNumbers = { pushNumber: undefined, stored: undefined };

async function storeGood(
  em: SqlEntityManager,
  actor: Actor,
  rows: readonly PushRow[],
  { brief, briefStored, isAgain }: { brief: boolean; briefStored: boolean; isAgain: boolean },
): Promise<StoredPush> {
  if (rows.length === 0) return { verdicts: [], ...NO_NUMBERS };
  const { verdicts, pushNumber } = await storeBatch(em, actor.userId, rows, { isAgain });
  if (!brief) return { verdicts, ...NO_NUMBERS };
  const stored = briefStored
    ? await findStoredPushes(runnerOf(em), actor.userId, verdicts)
    : undefined;
  return { verdicts, pushNumber, stored };
}

function resultOfBad(
  row: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  sentBefore: ReadonlyMap<string, Referral>,
): PushResult {
  const id = usableId(row);
  const referral = id === null ? undefined : sentBefore.get(id);
  return referral ? { id, status: 'stored', referral } : rejection(id, invalidInput(issues));
}

function resultOf(id: string, verdict: StoreVerdict): PushResult {
  if ('referral' in verdict) return { id, status: verdict.kind, referral: verdict.referral };
  const refusal = refusalOf(verdict);
  if (!refusal) throw new Error(`no refusal for ${verdict.kind}`);
  return rejection(id, refusal);
}
