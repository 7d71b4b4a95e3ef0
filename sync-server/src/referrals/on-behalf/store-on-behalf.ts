import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { OnBehalfRow, type OnBehalfResult } from '@sunloop/shared-types/referrals/on-behalf.ts';
import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import * as v from 'valibot';
import { defineStatement, type Run, transact } from '../../db/query/statement.ts';
import type { Actor, NoteRow } from '../../http/context.ts';
import { conflict, RequestError } from '../../http/errors.ts';
import { invalidInput } from '../../http/parse.ts';
import { judgedRow } from '../store/judged-row.ts';
import { refusalOf, rejection, usableId } from '../store/refusals.ts';
import { storeReferrals, type StoreVerdict } from '../store/store.ts';
import { type Customer, mayTake, requireCustomer } from './find-customer.ts';
import { findOwnOnBehalf } from './queries.ts';

// The row may be there without this line: the customer's own device had sent it again after a restore.
const NOTE_ON_BEHALF = defineStatement(
  'note-taken-referral',
  `insert into taken_referrals (referral_id, user_id, taken_by) values ($1, $2, $3)
   on conflict do nothing`,
);

/**
 * Stores each row as a referral of the customer whose code it carries, taken by the actor. Each is judged alone and in a
 * transaction of its own, and answered in the given order. Safe to repeat.
 */
export async function storeOnBehalf(
  em: SqlEntityManager,
  actor: Actor,
  { rows, isAgain = false }: { rows: readonly unknown[]; isAgain?: boolean | undefined },
  note: NoteRow,
): Promise<OnBehalfResult[]> {
  const results: OnBehalfResult[] = [];
  for (const row of rows) results.push(await judge(em, actor, row, { note, isAgain }));
  return results;
}

interface HowGiven {
  readonly note: NoteRow;
  /** As in `StoreWishes`. */
  readonly isAgain: boolean;
}

async function judge(
  em: SqlEntityManager,
  actor: Actor,
  given: unknown,
  { note, isAgain }: HowGiven,
): Promise<OnBehalfResult> {
  const parsed = v.safeParse(OnBehalfRow, given);
  if (!parsed.success) {
    note({ verdict: 'invalid' });
    return rejection(usableId(given), invalidInput(parsed.issues));
  }
  const row = parsed.output;
  try {
    return await transact(em, (run) => storeOne(run, actor.userId, { row, note, isAgain }));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    note({ verdict: error.code });
    return rejection(row.id, error);
  }
}

async function storeOne(
  run: Run,
  repId: string,
  { row, note, isAgain }: HowGiven & { row: OnBehalfRow },
): Promise<OnBehalfResult> {
  const { id } = row;
  // What was stored stays so, whatever became of the customer and the flag since.
  const there = await findOwnOnBehalf(run, { id, repId });
  if (there) {
    const isSame = there.for === row.for && hasSameContent(there, row);
    if (!isSame) throw conflict('id_conflict', 'This referral was already sent with other details');
    note({ verdict: 'stored' });
    return { id, status: 'stored', taken: there };
  }
  if (!(await mayTake(run, repId))) {
    throw conflict('may_not_take', 'You may not take referrals for others any more');
  }
  const customer = await requireCustomer(run, { code: row.for, repId, isLocked: true });
  const [verdict] = await storeReferrals(run, customer.id, [row], { isAgain });
  const refusal = refusalFor(verdict, customer);
  if (!verdict || refusal) throw refusal ?? new Error('no verdict for the row');
  note(judgedRow(row, verdict));
  await run(NOTE_ON_BEHALF, [id, customer.id, repId]);
  const onBehalf = await findOwnOnBehalf(run, { id, repId });
  const status = verdict.kind === 'created' ? 'created' : 'stored';
  return { id, status, ...(onBehalf && { taken: onBehalf }) };
}

/** In words for whoever took it; of the customer's own referrals they learn no more than that there is one. */
function refusalFor(
  verdict: StoreVerdict | undefined,
  { name }: Customer,
): RequestError | undefined {
  if (verdict?.kind === 'duplicate') {
    return conflict('duplicate_referral', `${name} has already referred this person`);
  }
  if (verdict?.kind === 'self_referral') {
    return conflict('self_referral', 'Nobody can be referred by themselves');
  }
  return verdict && refusalOf(verdict);
}
