import {
  type GivenContent,
  hasSameContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { emailPerson } from '@sunloop/shared-types/values/email-person.ts';

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
  { readonly kind: 'fresh' | 'stored' | 'duplicate'; readonly id: string } | Refused;

/** Why a row is not stored, by its code. */
export interface Refused {
  readonly kind:
    'id_conflict' | 'deleted' | 'self_referral' | 'do_not_contact' | 'permission_required';
}

type OwnedContent = GivenContent & { readonly userId: string };

/** Judges rows in order, each against what is stored and the accepted rows before it (API.md, Sync). */
export function judgeRows(rows: readonly PushRow[], known: StoredFacts): Judgment[] {
  const { userId, own, stored, buried } = known;
  const byId = new Map<string, OwnedContent>(stored.map((referral) => [referral.id, referral]));
  const mine = stored.filter((referral) => referral.userId === userId);
  const byPerson = new Map(mine.map(({ id, email }) => [personOf(email), id]));
  return rows.map((row): Judgment => {
    const { id } = row;
    const there = byId.get(id);
    if (there) {
      const isSame = there.userId === userId && hasSameContent(there, row);
      return isSame ? { kind: 'stored', id } : { kind: 'id_conflict' };
    }
    const buriedOf = buried.get(id);
    if (buriedOf !== undefined) return { kind: buriedOf === userId ? 'deleted' : 'id_conflict' };
    if (own.has(emailPerson(row.email))) return { kind: 'self_referral' };
    const person = personOf(row.email);
    const twin = byPerson.get(person);
    if (twin !== undefined) return { kind: 'duplicate', id: twin };
    if (known.markOf(row)) return { kind: 'do_not_contact' };
    if (known.isPermissionNeeded && !row.permission) return { kind: 'permission_required' };
    byId.set(id, { ...row, userId });
    byPerson.set(person, id);
    return { kind: 'fresh', id };
  });
}

/** The person an email stands for: the same as `lower()` of the database, because addresses are ASCII. */
export function personOf(email: string): string {
  return email.toLowerCase();
}
