import { digitsOf } from '@sunloop/shared-types/values/digits.ts';
import { phoneReader, type ReadPhone } from '@sunloop/engine/data/phone-reader.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { listRows, type ListRow, readOwn } from '@sunloop/engine/rows.ts';

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
  const sought = soughtBy(newcomers, await readerFor(newcomers));
  const { stored, entries, rejected } = await readOwn(db);
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

/** Reads phones, if there is one to compare; where that is not on this device, people are known by their emails. */
async function readerFor(newcomers: readonly Newcomer[]): Promise<ReadPhone> {
  if (!newcomers.some(({ phone }) => phone)) return () => [];
  try {
    return await phoneReader();
  } catch (error) {
    console.warn('Phones cannot be compared:', error);
    return () => [];
  }
}

/** Tells which of the newcomers a row may be, by their places, and by what; email before phone. */
function soughtBy(newcomers: readonly Newcomer[], readPhone: ReadPhone) {
  const phonesOf = (phone: string | null) =>
    readPhone(phone).flatMap(({ compared }) => (compared === '' ? [] : compared));
  const entries = newcomers.map(({ email, phone }, at) => ({ email, phones: phonesOf(phone), at }));
  const byEmail = Map.groupBy(entries, ({ email }) => email.toLowerCase());
  const byPhone = Map.groupBy(
    entries.flatMap(({ phones, at }) => phones.map((phone) => ({ phone, at }))),
    ({ phone }) => phone,
  );
  const mayBe = mayBeAmong([...byPhone.keys()]);
  return ({ email, phone }: Newcomer) => {
    const found = new Map<number, KnownPerson['same']>();
    for (const { at } of byEmail.get(email.toLowerCase()) ?? []) found.set(at, 'email');
    const phones = phone !== null && mayBe(phone) ? phonesOf(phone) : [];
    for (const { at } of phones.flatMap((one) => byPhone.get(one) ?? [])) {
      if (!found.has(at)) found.set(at, 'phone');
    }
    return [...found].map(([at, same]) => ({ at, same }));
  };
}

/** As many last digits of a phone as a row's must contain before it is read, which takes a tenth of a millisecond. */
const LAST_DIGITS = 4;

function mayBeAmong(phones: readonly string[]): (written: string) => boolean {
  const ends = new Set(phones.map((phone) => phone.slice(-LAST_DIGITS)));
  return (written) => {
    if (ends.size === 0) return false;
    // Letters and other signs may be digits, too.
    if (/[^-\d ()+./]/.test(written)) return true;
    const digits = digitsOf(written);
    return [...digits].some((_, at) => ends.has(digits.slice(at, at + LAST_DIGITS)));
  };
}
