import { customerRoutes, type PushRow } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { ApiError, isProblem } from '../../api/problems.ts';
import { judgeAnswer, judgeProblem, type Verdict } from '../answers/verdict.ts';

/** Sends one row by itself, as SPEC §7 says of a file; `serverErrors` counts the 500s before. */
export async function sendRow(userId: string, row: PushRow, serverErrors = 0): Promise<Verdict> {
  const { id } = row;
  try {
    const input = { body: row, expectedUser: userId };
    const { status, data } = await call(customerRoutes.addReferral, input);
    const isOthers = data.id !== id.toLowerCase() || data.userId !== userId;
    if (isOthers) return { kind: 'not-sent', reason: 'malformed' };
    const verdict = { id, isRefused: false, wasStored: status === 200, referral: data };
    return { kind: 'stored', rows: [verdict] };
  } catch (error) {
    if (!isProblem(error)) throw error;
    // Only a push answers with the other row.
    const isTwin = error instanceof ApiError && error.code === 'duplicate_referral';
    return isTwin ? judgeTwin(userId, row) : judgeProblem(error, 1, serverErrors);
  }
}

async function judgeTwin(userId: string, row: PushRow): Promise<Verdict> {
  try {
    const input = { body: { referrals: [row] }, expectedUser: userId };
    const { data } = await call(customerRoutes.pushReferrals, input);
    return judgeAnswer(data, [row], userId);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return judgeProblem(error, 1);
  }
}
