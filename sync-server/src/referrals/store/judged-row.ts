import type { PushRow } from '@sunloop/shared-types/referrals/referral.ts';
import type { JudgedRow } from '../../http/context.ts';
import { refusalOf } from './refusals.ts';
import type { StoreVerdict } from './store.ts';

/** What the figures of the process are told of a row. A date the server did not believe says nothing of its age. */
export function judgedRow({ date }: Pick<PushRow, 'date'>, verdict: StoreVerdict): JudgedRow {
  if (verdict.kind === 'stored') return { verdict: 'stored' };
  if (verdict.kind !== 'created') return { verdict: refusalOf(verdict)?.code ?? 'stored' };
  const addedAt = Date.parse(date ?? '');
  const isBelieved = addedAt === Date.parse(verdict.referral.date);
  return { verdict: 'created', ...(isBelieved && { ageMs: Date.now() - addedAt }) };
}
