import { PERMISSION_NEEDED } from '@sunloop/shared-types/referrals/permission.ts';
import { conflict, type RequestError } from '../../http/errors.ts';
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
