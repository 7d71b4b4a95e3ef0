import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { judgeProblem, type Verdict } from '../answers/verdict.ts';

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
    return judgeProblem(error, 1, serverErrors);
  }
}
