import { customerRoutes, type PushRow } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problems.ts';
import { judgeProblem, type RowVerdict, type Verdict } from '../send/verdict.ts';

/** The server's answer to a row sent alone, or why it has none. */
export type SingleVerdict =
  { kind: 'judged'; row: RowVerdict } | { kind: 'trouble'; verdict: Verdict };

/** Sends one row by itself, as a form would. */
export async function sendRow(userId: string, row: PushRow): Promise<SingleVerdict> {
  const { id } = row;
  try {
    const input = { body: row, expectedUser: userId };
    const { status, data } = await call(customerRoutes.addReferral, input);
    if (data.id !== id.toLowerCase() || data.userId !== userId) {
      return { kind: 'trouble', verdict: { kind: 'not-sent', reason: 'malformed' } };
    }
    const wasStored = status === 200;
    return { kind: 'judged', row: { id, isRefused: false, wasStored, referral: data } };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const verdict = judgeProblem(error, 1);
    if (verdict.kind !== 'rejected') return { kind: 'trouble', verdict };
    const { code, error: text } = verdict;
    return { kind: 'judged', row: { id, isRefused: true, code, error: text } };
  }
}
