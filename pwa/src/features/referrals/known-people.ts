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

/** Somebody who may be known. */
export type Newcomer = { email: string; phone: string | null };

/**
 * Own referrals, including waiting and refused ones, with the same email or phone; `except` is the row being corrected.
 * If one of them would make the server refuse, strangers who share a phone are left out.
 */
export async function findKnown(
  db: UserDb,
  newcomer: Newcomer,
  except?: string,
): Promise<KnownPerson[]> {
  const [known = []] = await findKnownOfAll(db, [newcomer], except);
  return known;
}

/** As `findKnown`, of each of several, in their order; what the device holds is read once. */
export async function findKnownOfAll(
  db: UserDb,
  newcomers: readonly Newcomer[],
  except?: string,
): Promise<KnownPerson[][]> {
  const sought = soughtBy(newcomers);
  const [stored, entries, rejected] = await withReopen(db, () =>
    Promise.all([readOwnReferrals(db), db.outbox.toArray(), db.rejected.toArray()]),
  );
  const alike = stored.filter((referral) => sought(referral).length > 0);
  const found = newcomers.map((): KnownPerson[] => []);
  for (const row of listRows({ stored: alike, entries, rejected })) {
    if (row.id === except) continue;
    for (const { at, same } of sought(row)) {
      found[at]?.push({ row, same, isRefusedAgain: same === 'email' && isTaken(row) });
    }
  }
  return found.map(surestOf);
}

function surestOf(known: KnownPerson[]): KnownPerson[] {
  const sameEmail = known.filter(({ same }) => same === 'email');
  return sameEmail.some(({ isRefusedAgain }) => isRefusedAgain)
    ? sameEmail.toSorted((a, b) => Number(b.isRefusedAgain) - Number(a.isRefusedAgain))
    : known;
}

/** Whether the server has the person; of refused rows, only if they were refused for that. */
function isTaken(row: ListRow): boolean {
  return row.kind !== 'rejected' || row.rejected.code === 'duplicate_referral';
}

/** Tells which of the newcomers a row may be, by their places, and by what; email before phone. */
function soughtBy(newcomers: readonly Newcomer[]) {
  const places = Map.groupBy(
    newcomers.flatMap((newcomer, at) => keysOf(newcomer).map((key) => ({ key, at }))),
    ({ key }) => key,
  );
  return (row: Newcomer) => {
    const found = new Map<number, KnownPerson['same']>();
    const [email, ...phones] = keysOf(row);
    for (const { at } of places.get(email ?? '') ?? []) found.set(at, 'email');
    for (const { at } of phones.flatMap((phone) => places.get(phone) ?? [])) {
      if (!found.has(at)) found.set(at, 'phone');
    }
    return [...found].map(([at, same]) => ({ at, same }));
  };
}

/** What two rows of one person have in common: the email first, then its phones. An email has no space in it. */
function keysOf({ email, phone }: Newcomer): string[] {
  const phones = plainPhones(phone).map(({ compared }) => compared);
  return [email.toLowerCase(), ...phones.filter(Boolean).map((digits) => `phone ${digits}`)];
}
