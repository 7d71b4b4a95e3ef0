import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
/** What a row is judged against: stored rows and the accepted rows before it in the same call. */
export interface StoredFacts {
  readonly userId: string;
  /** The people that the user's own emails, current and earlier, stand for. */
  readonly own: ReadonlySet<string>;
  readonly stored: readonly Referral[];
  /** Owners of deleted referrals by id. */
  readonly buried: ReadonlyMap<string, string>;
  /** The mark of a person who is not to be contacted. */
  readonly markOf: (row: PushRow) => string | undefined;
  /** New rows without the friend's permission are refused. */
  readonly isPermissionNeeded: boolean;
}
/** The verdict on a row, with the id of the referral stored for it, or of the one for the same person. */
export type Judgment =
  | {
      readonly kind: 'fresh' | 'stored' | 'duplicate';
      readonly id: string;
    }
  | Refused;
/** Why a row is not stored, by its code. */
export interface Refused {
  readonly kind:
    'id_conflict' | 'deleted' | 'self_referral' | 'do_not_contact' | 'permission_required';
}
/** Judges rows in order, each against what is stored and the accepted rows before it (API.md, Sync). */
export declare function judgeRows(rows: readonly PushRow[], known: StoredFacts): Judgment[];
/** The person an email stands for: the same as `lower()` of the database, because addresses are ASCII. */
export declare function personOf(email: string): string;
