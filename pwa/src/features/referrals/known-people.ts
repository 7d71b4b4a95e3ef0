import { plainPhones } from '@sunloop/shared-types';
import { readOwnReferrals } from '../../data/own-referrals.ts';
import type { UserDb } from '../../data/user-db.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { withReopen } from '../../data/with-reopen.ts';

/** Somebody among the person's own referrals who may be the one being added. */
export type KnownPerson = {
  row: ListRow;
  /** What the two have in common. */
  same: 'email' | 'phone';
  /** The server refuses the same email a second time (409 `duplicate_referral`). */
  isRefusedAgain: boolean;
};

type Newcomer = { email: string; phone: string | null };

/**
 * Own referrals, including waiting and refused ones, with the same email or phone; `except` is the row being corrected.
 * If one of them would make the server refuse, strangers who share a phone are left out.
 */
export async function findKnown(
  db: UserDb,
  newcomer: Newcomer,
  except?: string,
): Promise<KnownPerson[]> {
  const compare = comparisonWith(newcomer);
  const [stored, entries, rejected] = await withReopen(db, () =>
    Promise.all([readOwnReferrals(db), db.outbox.toArray(), db.rejected.toArray()]),
  );
  const alike = stored.filter((referral) => compare(referral) !== undefined);
  const known = listRows({ stored: alike, entries, rejected }).flatMap((row): KnownPerson[] => {
    const same = compare(row);
    if (!same || row.id === except) return [];
    return [{ row, same, isRefusedAgain: same === 'email' && isTaken(row) }];
  });
  const sameEmail = known.filter(({ same }) => same === 'email');
  return sameEmail.some(({ isRefusedAgain }) => isRefusedAgain)
    ? sameEmail.toSorted((a, b) => Number(b.isRefusedAgain) - Number(a.isRefusedAgain))
    : known;
}

/** Whether the server has the person; of refused rows, only if they were refused for that. */
function isTaken(row: ListRow): boolean {
  return row.kind !== 'rejected' || row.rejected.code === 'duplicate_referral';
}

function comparisonWith(newcomer: Newcomer) {
  const email = newcomer.email.toLowerCase();
  const comparedOf = (phone: string | null) => plainPhones(phone).map(({ compared }) => compared);
  const phones = comparedOf(newcomer.phone).filter(Boolean);
  return (row: { email: string; phone: string | null }): KnownPerson['same'] | undefined => {
    if (row.email.toLowerCase() === email) return 'email';
    return comparedOf(row.phone).some((phone) => phones.includes(phone)) ? 'phone' : undefined;
  };
}
