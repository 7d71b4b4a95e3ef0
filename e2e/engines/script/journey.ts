import { type Friend, makeFriend, uniqueWord } from '../../fixtures/people.ts';
import type { World } from '../check-loads.ts';
import { fill, press, until, untilSays, untilTrue } from '../page-acts.ts';

/** What the steps of the script know of each other. */
export interface Journey extends World {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** Stays as it was added but for its email, which is changed while it waits. */
  readonly kept: Friend;
  /** Its email afterwards. */
  readonly keptEmail: string;
  /** Taken back while it waits. */
  readonly dropped: Friend;
  readonly inFile: readonly Friend[];
}

const IN_FILE = 1_000;
/** A thousand rows are sent and read back, on a machine that does other things, too. Milliseconds. */
export const ALL_SENT_MS = 120_000;

export function beginJourney(world: World): Journey {
  const word = uniqueWord();
  return {
    ...world,
    username: `Newcomer ${word}`,
    email: `new.${word}@example.com`,
    password: 'correct horse',
    kept: makeFriend(),
    keptEmail: makeFriend().email,
    dropped: makeFriend({ phone: '000-0001' }),
    inFile: Array.from({ length: IN_FILE }, () => makeFriend()),
  };
}

/** Adds a friend by the form, and waits until the list has them. */
export async function add({ engine, network }: World, friend: Friend): Promise<void> {
  await engine.open(`${network.origin}/referrals?add=1`);
  await fillFriend(engine, friend);
  await press(engine, 'Add Referral');
  await untilSays(engine, 'My Referrals', friend.name);
}

/** Waits until the list shows nothing that waits; right after a friend was added, the header still speaks of before. */
export async function untilListIsSent(journey: World): Promise<void> {
  const isSent = `return !document.querySelector('main').innerText.includes('Waiting to send')`;
  await until(journey.engine, 'the list shows nothing that waits', isSent);
  await untilHeader(journey, 'All sent');
}

/** Fills the form that is open. */
export async function fillFriend(
  page: Parameters<typeof fill>[0],
  { name, phone, email }: Friend,
): Promise<void> {
  await fill(page, 'Full Name', name);
  await fill(page, 'Phone Number', phone);
  await fill(page, 'Email', email);
}

/** Waits until the header says this, and throws what it says instead. */
export async function untilHeader({ engine }: World, text: string, withinMs?: number) {
  let said: string[] = [];
  const looking = untilTrue(
    `the header says ${text}`,
    async () => {
      said = await engine.run<string[]>(HEADER_SAYS);
      return said.includes(text);
    },
    withinMs,
  );
  await looking.catch(async (cause: unknown) => {
    const page = await engine.run<string>('return document.body.innerText.slice(0, 600)');
    throw new Error(`Instead, the header says ${said.join(', ')}, the page ${page}`, { cause });
  });
}

const HEADER_SAYS = `return [...document.querySelectorAll('.connection-chip > span')].map((one) => one.innerText)`;

/** Waits until these friends are in PostgreSQL, and expects nobody twice. */
export async function expectStoredOnce(
  { app }: World,
  emails: readonly string[],
  withinMs?: number,
): Promise<void> {
  const stored = async () => {
    const rows = await app.sql<{ email: string; count: number }>(
      'select email, count(*)::int as count from referrals where email = any($1) group by email',
      [emails],
    );
    const twice = rows.find(({ count }) => count > 1);
    if (twice) throw new Error(`${twice.email} is stored ${twice.count} times`);
    return rows.length;
  };
  await untilTrue(
    `${emails.length} are stored`,
    async () => (await stored()) === emails.length,
    withinMs,
  );
}
