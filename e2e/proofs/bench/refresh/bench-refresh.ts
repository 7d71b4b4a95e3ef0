import { routes } from '@sunloop/shared-types/routes.ts';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { seedReferrals } from '../../../fixtures/many-referrals.ts';
import { makePerson, sessionCookies, signIn, type Person } from '../../../fixtures/people.ts';
import { openProfile } from '../../devices/profile.ts';
import { makeBenchWorld, type BenchWorld } from '../bench-world.ts';
import { openBenchLine, untilCalm } from '../line.ts';
import type { Measurements } from '../measurements.ts';
import { untilTidy } from '../until-tidy.ts';
import { comeBack } from './come-back.ts';

export const FEW = 100;
export const MANY = 20_000;
const SIZES = [FEW, MANY];
const CHANGES = 10;
/**
 * The first refreshes find nothing compiled and nothing in memory, and the browser is still collecting what the first
 * list has left behind: the last collection came 10 s after it.
 */
const WARM_UPS = 8;
/** For the first list of the largest size; the bench goes on without it if the app never shows it. */
const FIRST_LIST_MS = 240_000;
const WORDS = { contact_made: 'Contact Made', in_progress: 'In Progress' } as const;
type Status = keyof typeof WORDS;

const nameOf = (stored: number, what: string) =>
  `refresh after ${CHANGES} changes among ${stored}: ${what}`;
const refreshName = (stored: number) => nameOf(stored, 'stored on the device');
export const shownName = (stored: number) => nameOf(stored, 'on the screen');
export const deltaName = (stored: number) => nameOf(stored, 'the server alone');

/**
 * A refresh takes a tenth of a second, so single ones vary: a turn is several, each size after the other. With 5, six
 * runs gave ratios of 1.05 to 1.23.
 */
const REFRESHES_PER_RUN = 15;

/** Part c: how long a change made elsewhere takes to reach the list on the screen, by how much is stored. */
export async function benchRefresh(
  measured: Measurements,
  { runs }: { runs: number },
): Promise<void> {
  const world = await makeBenchWorld();
  const open: Refreshable[] = [];
  try {
    const people: [number, Person][] = [];
    for (const stored of SIZES) {
      const person = await makePerson(world.app);
      await seedReferrals(world.app, person, stored);
      people.push([stored, person]);
    }
    await untilTidy(world.url);
    for (const kind of [readServer, openApp]) {
      for (const [stored, person] of people)
        open.push(await kind({ world, measured }, stored, person));
      await inTurn(open, runs * REFRESHES_PER_RUN);
      await Promise.all(open.splice(0).map((one) => one.close()));
    }
  } finally {
    await Promise.all(open.map((one) => one.close()));
    await world.stop();
  }
}

/** Where changes arrive: the server's answer, or an app in its browser. */
interface Refreshable {
  /** Changes ten referrals and measures until they have arrived; a turn below 0 warms up and does not count. */
  refresh(turn: number): Promise<void>;
  close(): Promise<void>;
}

/** Sizes take turns, so that a slow moment of the machine affects all of them. */
async function inTurn(all: readonly Refreshable[], turns: number): Promise<void> {
  for (let turn = -WARM_UPS; turn < turns; turn += 1)
    for (const one of all) await one.refresh(turn);
}

interface Bench {
  readonly world: BenchWorld;
  readonly measured: Measurements;
}

const statusOf = (turn: number): Status => (turn % 2 === 0 ? 'contact_made' : 'in_progress');

/** Changes the newest ten, which are at the top of the list. */
async function change({ app }: BenchWorld, person: Person, status: Status): Promise<void> {
  await app.sql(
    `update referrals set status = $3 where id in (
       select id from referrals where user_id = $1 order by created_at desc, id desc limit $2)`,
    [person.id, CHANGES, status],
  );
}

const Delta = v.object({ cursor: v.string(), full: v.boolean(), upserts: v.array(v.unknown()) });

async function readServer(
  { world, measured }: Bench,
  stored: number,
  person: Person,
): Promise<Refreshable> {
  const cookies = await sessionCookies(world.app, person);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const pull = async (since: string) => {
    const url = `${world.app.origin}${routes.pullReferrals.path}?since=${since}`;
    return v.parse(Delta, await (await fetch(url, { headers: { Cookie } })).json());
  };
  let { cursor } = await pull('');
  return {
    async refresh(turn) {
      await change(world, person, statusOf(turn));
      const startedAt = performance.now();
      const delta = await pull(cursor);
      if (turn >= 0) measured.add(deltaName(stored), 'ms', performance.now() - startedAt);
      if (delta.full || delta.upserts.length !== CHANGES)
        throw new Error('no delta of the changes');
      cursor = delta.cursor;
    },
    close: async () => {},
  };
}

async function openApp(
  { world, measured }: Bench,
  stored: number,
  person: Person,
): Promise<Refreshable> {
  const line = await openBenchLine(world.app.port);
  const profile = await openProfile(line.origin);
  const close = async () => {
    await profile.close();
    await line.close();
  };
  const page = await profile.context.newPage();
  const add = (turn: number, storedMs: number, shownMs: number) => {
    if (turn < 0) return;
    measured.add(refreshName(stored), 'ms', storedMs);
    measured.add(shownName(stored), 'ms', shownMs);
  };
  let isLost = false;
  /** Not a reason to lose the other figures: what is never shown took forever, and its target fails. */
  const lose = (error: unknown) => {
    console.error(`${refreshName(stored)}:`, error);
    isLost = true;
  };
  // As a turn before the first would leave them, so that the first changes something.
  await change(world, person, statusOf(-WARM_UPS - 1));
  await showFirstList(page, person).catch(lose);
  await untilCalm(line);
  return {
    async refresh(turn) {
      if (isLost) return add(turn, Infinity, Infinity);
      const status = statusOf(turn);
      await change(world, person, status);
      try {
        const { storedMs, shownMs } = await comeBack(page, {
          userId: person.id,
          word: WORDS[status],
        });
        console.log(
          `${stored} stored: ${Math.round(storedMs)} ms, shown ${Math.round(shownMs)} ms`,
        );
        add(turn, storedMs, shownMs);
      } catch (error) {
        lose(error);
        add(turn, Infinity, Infinity);
      }
      await untilCalm(line);
    },
    close,
  };
}

async function showFirstList(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await page.goto('/referrals');
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Friend' });
  await rows.first().waitFor({ timeout: FIRST_LIST_MS });
}
