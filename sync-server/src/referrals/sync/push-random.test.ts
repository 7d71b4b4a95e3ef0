import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushResult } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { sweeping } from '../../test/quick.ts';
import { seededRandom, type Random } from '../../test/random.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const ROUNDS = sweeping(80, 20);
const ROWS_MAX = 8;
const random = seededRandom('push against the model');

let server: TestServer;
let mine: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  [mine, other] = await Promise.all([makeCustomer(server), makeCustomer(server)]);
});
afterAll(() => server.close());

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
type Owned = Row & { readonly owner: TestPerson };

/** What is stored before a push, with so few ids and emails that rows collide in every way. */
interface World {
  readonly stored: Owned[];
  readonly buried: Owned[];
  readonly pushed: Row[];
}

/** The outcome for a row: its verdict and, if a row is stored, the id and name in the answer. */
type Word = readonly [word: string, id?: string, name?: string];

/** The rules of API.md, applied to one row after the other; the rows stored in the end are left in `stored`. */
function judgeOneByOne({ stored, buried, pushed }: World): Word[] {
  return pushed.map((row): Word => {
    const byId = stored.find(({ id }) => id === row.id);
    if (byId) {
      const isSame = byId.owner === mine && hasSameContent(byId, row);
      return isSame ? ['stored', byId.id, byId.name] : ['id_conflict'];
    }
    const grave = buried.find(({ id }) => id === row.id);
    if (grave) return [grave.owner === mine ? 'deleted' : 'id_conflict'];
    const isPerson = ({ email }: { email: string }) =>
      email.toLowerCase() === row.email.toLowerCase();
    if (isPerson(mine.user)) return ['self_referral'];
    const known = stored.find((candidate) => candidate.owner === mine && isPerson(candidate));
    if (known) return ['duplicate', known.id, known.name];
    stored.push({ ...row, owner: mine });
    return ['created', row.id, row.name];
  });
}

const wordOf = ({ status, code, referral }: PushResult): Word =>
  referral ? [status, referral.id, referral.name] : [code ?? status];

function drawWorld(from: Random): World {
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const mark = randomUUID();
  const emails = ['a', 'b', 'c', 'd'].flatMap((name) => [
    `${name}-${mark}@x.example`,
    `${name.toUpperCase()}-${mark}@X.example`,
  ]);
  const row = (): Row => ({
    id: from.pick(ids),
    name: from.pick(['Ada Lovelace', 'ADA  LOVELACE', 'Grace Hopper']),
    email: from.pick([...emails, mine.user.email.toUpperCase()]),
  });
  const rows = (max: number) => Array.from({ length: from.int(max + 1) }, row);
  const world: World = { stored: [], buried: [], pushed: [row(), ...rows(ROWS_MAX)] };
  for (const before of rows(3)) {
    const owner = from.pick([mine, mine, other]);
    const isFree = [...world.stored, ...world.buried].every(
      ({ id, email }) => id !== before.id && email.toLowerCase() !== before.email.toLowerCase(),
    );
    if (isFree && before.email !== mine.user.email.toUpperCase()) {
      from.pick([world.stored, world.stored, world.buried]).push({ ...before, owner });
    }
  }
  return world;
}

async function lay({ stored, buried }: World): Promise<void> {
  for (const { owner, ...body } of [...stored, ...buried]) {
    await owner.client.call(routes.addReferral, { body });
  }
  const em = server.database.orm.em.fork();
  for (const { id } of buried) await em.execute('delete from referrals where id = ?', [id]);
}

async function storedWith(world: World): Promise<unknown> {
  const ids = [...world.stored, ...world.buried, ...world.pushed].map(({ id }) => id);
  return server.database.orm.em
    .fork()
    .execute(
      'select id, user_id as "userId", name, email from referrals where id in (?) order by id',
      [ids],
    );
}

test(`any rows in a push are judged as if they came one after the other (seed ${random.seed})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = drawWorld(random);
    await lay(world);
    const told = JSON.stringify({ round, ...world }, hideOwner);
    const body = { referrals: world.pushed };
    const { results } = (await mine.client.call(routes.pushReferrals, { body })).body;
    const expected = judgeOneByOne(world);
    expect(results.map(wordOf), told).toEqual(expected);
    expect(await storedWith(world), told).toEqual(
      world.stored
        .map(({ owner, ...row }) => ({ ...row, userId: owner.user.id }))
        .toSorted((one, two) => (one.id < two.id ? -1 : 1)),
    );
  }
}, 120_000);

const hideOwner = (key: string, value: unknown) =>
  key === 'owner' ? (value === mine ? 'mine' : 'other') : value;
