import { digitsOf } from '@sunloop/shared-types/values/digits.ts';
import { emailMailbox, emailPerson } from '@sunloop/shared-types/values/email-person.ts';
import { readOwnUser } from '@sunloop/engine/data/device-db.ts';
import { phoneReader, type ReadPhone } from '@sunloop/engine/data/phone-reader.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { listRows, type ListRow, readOwn } from '@sunloop/engine/rows.ts';

/** Somebody who may be the one being added: among the person's own referrals, or the person themselves. */
export type KnownPerson = {
  /** Null for the person themselves. */
  row: ListRow | null;
  /** What the two have in common: the email, also with another tag or other dots, or a phone. */
  same: 'email' | 'phone';
  /** The server refuses it: the same email a second time (409 `duplicate_referral`), or one's own. */
  isRefusedAgain: boolean;
};

/** Somebody who may be known. */
export type Newcomer = { email: string; phone: string | null };

/**
 * Own referrals, including waiting and refused ones, with the same email or phone, and the person themselves; `except` is the
 * row being corrected. If one of them would make the server refuse, strangers who share a phone are left out.
 */
export async function findKnown(
  db: UserDb,
  newcomer: Newcomer,
  except?: string,
): Promise<readonly KnownPerson[]> {
  const [known = []] = await findKnownOfAll(db, [newcomer], except);
  return known;
}

/** As `findKnown`, of each of several, in their order; what the device holds is read once. */
export async function findKnownOfAll(
  db: UserDb,
  newcomers: readonly Newcomer[],
  except?: string,
): Promise<(readonly KnownPerson[])[]> {
  const sought = soughtBy(newcomers, await readerFor(newcomers));
  const { stored, entries, rejected } = await readOwn(db);
  const alike = stored.filter((referral) => sought(referral).length > 0);
  const found = newcomers.map((): KnownPerson[] => []);
  for (const row of listRows({ stored: alike, entries, rejected })) {
    if (row.id === except) continue;
    for (const { at, same } of sought(row)) {
      const isRefusedAgain = same === 'email' && isOne(newcomers[at], row) && isTaken(row);
      found[at]?.push({ row, same, isRefusedAgain });
    }
  }
  const self = await findSelf(newcomers);
  return found.map((known, at) => surestOf([...(self[at] ?? []), ...known]));
}

/** The server compares emails without case. */
const isOne = (newcomer: Newcomer | undefined, { email }: Pick<Newcomer, 'email'>) =>
  newcomer?.email.toLowerCase() === email.toLowerCase();

/** Of each newcomer, whether it is the person who refers, by their email or one of their phones. */
export async function findSelf(newcomers: readonly Newcomer[]): Promise<KnownPerson[][]> {
  const user = await readOwnUser();
  if (!user) return newcomers.map(() => []);
  const readPhone = await readerFor(user.phone ? newcomers : []);
  const phones = phonesBy(readPhone, user.phone);
  const mayBe = mayBeAmong(phones);
  const isOwnPhone = (phone: string | null) =>
    phone !== null &&
    mayBe(phone) &&
    phonesBy(readPhone, phone).some((one) => phones.includes(one));
  return newcomers.map(({ email, phone }): KnownPerson[] => {
    if (emailMailbox(email) === emailMailbox(user.email)) {
      const isRefusedAgain = emailPerson(email) === emailPerson(user.email);
      return [{ row: null, same: 'email', isRefusedAgain }];
    }
    return isOwnPhone(phone) ? [{ row: null, same: 'phone', isRefusedAgain: false }] : [];
  });
}

const phonesBy = (readPhone: ReadPhone, phone: string | null) =>
  readPhone(phone).flatMap(({ compared }) => (compared === '' ? [] : compared));

function surestOf(known: readonly KnownPerson[]): readonly KnownPerson[] {
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
  const phonesOf = (phone: string | null) => phonesBy(readPhone, phone);
  const entries = newcomers.map(({ email, phone }, at) => ({ email, phones: phonesOf(phone), at }));
  const byEmail = Map.groupBy(entries, ({ email }) => emailMailbox(email));
  const byPhone = Map.groupBy(
    entries.flatMap(({ phones, at }) => phones.map((phone) => ({ phone, at }))),
    ({ phone }) => phone,
  );
  const mayBe = mayBeAmong([...byPhone.keys()]);
  return ({ email, phone }: Newcomer) => {
    const found = new Map<number, KnownPerson['same']>();
    for (const { at } of byEmail.get(emailMailbox(email)) ?? []) found.set(at, 'email');
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
