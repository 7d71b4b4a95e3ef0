import { routes } from '@sunloop/shared-types';
import * as v from 'valibot';
import { seedReferrals } from '../../fixtures/many-referrals.ts';
import { makePerson, sessionCookies, signIn, type Person } from '../../fixtures/people.ts';
import { openProfile } from '../../measure/profile.ts';
import { makeBenchWorld, type BenchWorld } from '../bench-world.ts';
import { openBenchLine, untilCalm } from '../line.ts';
import type { Measurements } from '../measurements.ts';
import { comeBack } from './come-back.ts';

export const FEW = 100;
export const MANY = 200_000;
const SIZES = [FEW, 10_000, MANY];
const CHANGES = 10;
/** For the first list of the largest size; the bench goes on without it if the app never shows it. */
const FIRST_LIST_MS = 240_000;
const WORDS = { contact_made: 'Contact Made', in_progress: 'In Progress' } as const;
type Status = keyof typeof WORDS;

const nameOf = (stored: number, what: string) =>
  `refresh after ${CHANGES} changes among ${stored}: ${what}`;
export const refreshName = (stored: number) => nameOf(stored, 'stored on the device');
const shownName = (stored: number) => nameOf(stored, 'on the screen');
export const deltaName = (stored: number) => nameOf(stored, 'the server alone');

/** Part c: how long a change made elsewhere takes to reach the list on the screen, by how much is stored. */
export async function benchRefresh(
  measured: Measurements,
  { runs }: { runs: number },
): Promise<void> {
  const world = await makeBenchWorld();
  try {
    const people: [number, Person][] = [];
    for (const stored of SIZES) {
      const person = await makePerson(world.app);
      await seedReferrals(world.app, person, stored);
      people.push([stored, person]);
    }
    await world.app.sql('analyze');
    for (const [stored, person] of people) {
      await timeServer({ world, measured, runs }, stored, person);
      await timeApp({ world, measured, runs }, stored, person);
    }
  } finally {
    await world.stop();
  }
}

interface Bench {
  readonly world: BenchWorld;
  readonly measured: Measurements;
  readonly runs: number;
}

/** Changes the newest ten, which are at the top of the list. */
async function change({ app }: BenchWorld, person: Person, status: Status): Promise<void> {
  await app.sql(
    `update referrals set status = $3 where id in (
       select id from referrals where user_id = $1 order by created_at desc, id desc limit $2)`,
    [person.id, CHANGES, status],
  );
}

const Delta = v.object({ cursor: v.string(), full: v.boolean(), upserts: v.array(v.unknown()) });

async function timeServer({ world, measured, runs }: Bench, stored: number, person: Person) {
  const cookies = await sessionCookies(world.app, person);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const pull = async (since: string) => {
    const url = `${world.app.origin}${routes.pullReferrals.path}?since=${since}`;
    return v.parse(Delta, await (await fetch(url, { headers: { Cookie } })).json());
  };
  let { cursor } = await pull('');
  // The first reads find nothing compiled and nothing in memory.
  for (let run = -2; run < runs; run += 1) {
    await change(world, person, run % 2 === 0 ? 'contact_made' : 'in_progress');
    const startedAt = performance.now();
    const delta = await pull(cursor);
    if (run >= 0) measured.add(deltaName(stored), 'ms', performance.now() - startedAt);
    if (delta.full || delta.upserts.length !== CHANGES) throw new Error('no delta of the changes');
    cursor = delta.cursor;
  }
}

async function timeApp({ world, measured, runs }: Bench, stored: number, person: Person) {
  const line = await openBenchLine(world.app.port);
  const profile = await openProfile(line.origin);
  try {
    const page = await profile.context.newPage();
    await signIn(page, person);
    await page.goto('/referrals');
    const first = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Friend' })
      .first();
    await first.waitFor({ timeout: FIRST_LIST_MS });
    await untilCalm(line);
    for (let run = -1; run < runs; run += 1) {
      const status = run % 2 === 0 ? 'contact_made' : 'in_progress';
      await change(world, person, status);
      const { storedMs, shownMs } = await comeBack(page, {
        userId: person.id,
        word: WORDS[status],
      });
      console.log(`${stored} stored: ${Math.round(storedMs)} ms, shown ${Math.round(shownMs)} ms`);
      if (run >= 0) measured.add(refreshName(stored), 'ms', storedMs);
      if (run >= 0) measured.add(shownName(stored), 'ms', shownMs);
      await untilCalm(line);
    }
  } catch (error) {
    // Not a reason to lose the other figures: what is never shown took forever, and its target fails.
    console.error(`${refreshName(stored)}:`, error);
    for (let run = 0; run < runs; run += 1) measured.add(refreshName(stored), 'ms', Infinity);
  } finally {
    await profile.close();
    await line.close();
  }
}
