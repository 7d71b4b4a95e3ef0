import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { isSought, type Sought, soughtIn } from '@sunloop/shared-types/values/search.ts';
import { NotSent } from '@sunloop/engine/api/problems.ts';
import { mayAsk, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { hasText } from '../referrals/has-text.ts';
import { FIRST_VIEW } from '../referrals/desk-view.ts';
import { questionOf } from '../referrals/desk-question.ts';
import { askDesk, readAnswers, readKeptReferrals } from '@sunloop/engine/desk.ts';
import type { FoundPeople, PersonOption } from '../../ui/desk/person-field.tsx';

const PEOPLE_MAX = 20;
/** How many people and referrals the finder is told of. */
const FOUND_MAX = 6;

type Person = Pick<User, 'id' | 'username' | 'email'> &
  Partial<Pick<User, 'phone' | 'referralCode'>>;

interface Found {
  users: readonly Person[];
  referrals: readonly AdminReferral[];
  /** Only what this device keeps was searched. */
  isKept: boolean;
}

/** People and referrals that contain what was typed: by the server or, without it, among what is kept here. */
export function findAnybody(db: UserDb, typed: string, signal: AbortSignal): Promise<Found> {
  const q = typed.trim();
  if (q === '') return Promise.resolve({ users: [], referrals: [], isKept: false });
  const limit = String(FOUND_MAX);
  const question = questionOf({ ...FIRST_VIEW, q });
  return askOrSearch<Found>(
    db,
    async () => {
      const [users, referrals] = await Promise.all([
        askDesk(db, routes.users, { query: { q, limit }, signal }),
        askDesk(db, routes.adminReferrals, { query: { ...question, limit }, signal }),
      ]);
      return { users, referrals, isKept: false };
    },
    async () => {
      const kept = newestOfEach(await readKeptReferrals(db));
      const sought = soughtIn(q);
      const users = (await keptPeople(db, kept)).filter((user) => isNamed(user, sought));
      const referrals = kept.filter((one) => hasText(one, sought)).slice(0, FOUND_MAX);
      return { users: users.slice(0, FOUND_MAX), referrals, isKept: true };
    },
  );
}

/** Users by part of their name or email; all of them for an empty text. */
export function findPeople(db: UserDb, typed: string, signal: AbortSignal): Promise<FoundPeople> {
  const q = typed.trim();
  const query = { q: q || undefined, limit: String(PEOPLE_MAX) };
  return askOrSearch<FoundPeople>(
    db,
    async () => {
      const users = await askDesk(db, routes.users, { query, signal });
      return { options: byName(users).map(optionOf), isKept: false };
    },
    async () => {
      const people = await keptPeople(db, await readKeptReferrals(db));
      const sought = soughtIn(q);
      const found = people.filter((user) => isNamed(user, sought)).slice(0, PEOPLE_MAX);
      return { options: found.map(optionOf), isKept: true };
    },
  );
}

async function askOrSearch<T>(
  db: UserDb,
  ask: () => Promise<T>,
  search: () => Promise<T>,
): Promise<T> {
  if (!mayAsk(await readSyncState(db))) return search();
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NotSent) return search();
    throw error;
  }
}

const optionOf = ({ id, username, email }: Person): PersonOption => ({
  id,
  name: username,
  email,
});

/** As the server searches, as far as the person is known here. */
function isNamed({ username, email, phone = null, referralCode = null }: Person, sought: Sought) {
  return isSought(sought, [username, email, referralCode], phone);
}

/** Users whose accounts or referrals this device keeps, by name. */
async function keptPeople(db: UserDb, kept: readonly AdminReferral[]): Promise<Person[]> {
  const users = (await readAnswers(db, routes.users)).flat();
  const referrers = kept.map(({ userId, referrerName, referrerEmail }): Person => ({
    id: userId,
    username: referrerName,
    email: referrerEmail,
  }));
  const people = new Map([...referrers, ...users].map((person) => [person.id, person]));
  return byName([...people.values()]);
}

const byName = (people: readonly Person[]) =>
  people.toSorted((a, b) => a.username.localeCompare(b.username, 'en', { numeric: true }));

/** Each referral once, as it was changed last; newest first. */
function newestOfEach(rows: readonly AdminReferral[]): AdminReferral[] {
  const oldestFirst = rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
  const each = new Map(oldestFirst.map((row) => [row.id, row]));
  return [...each.values()].toSorted((a, b) => (a.date < b.date ? 1 : -1));
}
