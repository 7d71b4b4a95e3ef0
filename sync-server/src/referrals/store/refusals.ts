import { PERMISSION_NEEDED } from '@sunloop/shared-types/referrals/permission.ts';
import { ById } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { conflict, errorBody, type RequestError } from '../../http/errors.ts';
import type { StoreVerdict } from './store.ts';

/** The refusal for a verdict, or nothing if the row is in the database now. */
export function refusalOf(verdict: StoreVerdict): RequestError | undefined {
  switch (verdict.kind) {
    case 'created':
    case 'stored':
      return undefined;
    case 'duplicate':
      return conflict('duplicate_referral', 'You have already referred this person');
    case 'self_referral':
      return conflict('self_referral', 'You cannot refer yourself');
    case 'id_conflict':
      return conflict('id_conflict', 'This referral was already sent with other details');
    case 'do_not_contact':
      return conflict('do_not_contact', 'This person asked us not to contact them');
    case 'permission_required':
      return conflict('permission_required', PERMISSION_NEEDED, { permission: PERMISSION_NEEDED });
    case 'deleted':
      return conflict('deleted', 'This referral was deleted');
  }
}

/** The answer to a row that is not stored; without an id if it has none that could be one. */
export const rejection = (id: string | null, refusal: RequestError) =>
  ({ id, status: 'rejected', ...errorBody(refusal) }) as const;

/** The id of a row that may have other faults; null if it has none that could be one. */
export function usableId(row: unknown): string | null {
  const parsed = v.safeParse(ById, row);
  return parsed.success ? parsed.output.id : null;
}
