import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import {
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { seededRandom, type Random } from '../../test/random.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

const REFERRALS = 14;
const ACTS = 60;
/** The achievement for five completed referrals (install/reference). */
const FOR_FIVE = 'Solar Advocate';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

interface Side {
  person: TestPerson;
  ids: string[];
}

async function makeSide(): Promise<Side> {
  const person = await makeCustomer(server);
  const referrals = Array.from({ length: REFERRALS }, (_, n) => ({
    id: randomUUID(),
    name: `Friend ${n}`,
    email: `friend-${n}@friend.example`,
  }));
  await person.client.call(routes.pushReferrals, { body: { referrals } });
  return { person, ids: referrals.map(({ id }) => id) };
}

interface Step {
  row: number;
  to: 'delete' | ReferralStatus;
  expected: string;
}

/** Mostly completions, sometimes their undoing, rarely a deletion; sometimes with an outdated seen status. */
function randomSteps(random: Random): Step[] {
  const seen = new Map<number, string>();
  return Array.from({ length: ACTS }, () => {
    const row = random.int(REFERRALS);
    const dice = random.int(20);
    const to = dice < 1 ? 'delete' : dice < 13 ? 'completed' : random.pick(REFERRAL_STATUSES);
    const isSeen = random.int(10) > 0;
    const expected = isSeen ? (seen.get(row) ?? 'submitted') : 'contact_made';
    if (isSeen) seen.set(row, to);
    return { row, to, expected };
  });
}

function toAct({ ids }: Side, { row, to, expected }: Step): ReferralAct {
  const id = ids[row] ?? '';
  if (to === 'delete') return { act: 'delete', id, expected };
  return { act: 'status', id, status: to, expected, key: randomUUID() };
}

async function act(acts: ReferralAct[]) {
  return (await admin.client.call(routes.actOnReferrals, { body: { acts } })).body.results;
}

/** Everything a person's referrals led to, with rows identified by their position instead of their ids. */
async function figuresOf({ person, ids }: Side) {
  const { client, user } = person;
  const { body: referrals } = await client.call(routes.listReferrals);
  const { body: history } = await client.call(routes.rewardHistory);
  const { body: stats } = await client.call(routes.stats);
  const { body: impact } = await client.call(routes.environmentalImpact);
  const ordinals = await server.sql('select name, ordinal from referrals where user_id = ?', [
    user.id,
  ]);
  const achievements = await server.sql<object>(
    `select a.title, m.progress, m.is_earned from user_achievements m
     join achievements a on a.id = m.achievement_id where m.user_id = ? order by a.title`,
    [user.id],
  );
  const audit = await server.sql<object>(
    `select details, entity_id from audit_logs where entity = 'referral' and entity_id in (?)
     order by id`,
    [ids],
  );
  const placeOf = (id: string | null) => ids.indexOf(id ?? '');
  return {
    referrals: referrals
      .map(({ name, status, reward }) => ({ name, status, reward }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    history: history
      .map(({ referralId, amount, description }) => [placeOf(referralId), amount, description])
      .toReversed(),
    ordinals: new Set(ordinals.map((row) => JSON.stringify(row))),
    stats,
    impact: { ...impact, lastCalculated: null },
    achievements,
    audit: audit.length,
  };
}

test('Many acts in one batch have the same result as one after the other, to the cent', async () => {
  const random = seededRandom('acts in one batch');
  const [together, oneByOne] = [await makeSide(), await makeSide()];
  const steps = randomSteps(random);
  const results = await act(steps.map((step) => toAct(together, step)));
  const singles = [];
  for (const step of steps) singles.push(...(await act([toAct(oneByOne, step)])));
  expect(results.map(({ outcome }) => outcome)).toEqual(singles.map(({ outcome }) => outcome));
  expect(await figuresOf(together)).toEqual(await figuresOf(oneByOne));
});

test('What was earned in the middle of a batch stays earned, even if the batch ends below it', async () => {
  const side = await makeSide();
  const before = { row: 9, to: 'completed', expected: 'submitted' } as const;
  await act([toAct(side, before)]);
  await act([
    ...[0, 1, 2, 3].map((row) => toAct(side, { ...before, row })),
    toAct(side, { row: 9, to: 'submitted', expected: 'completed' }),
  ]);
  const { achievements, stats, history } = await figuresOf(side);
  expect(stats.successfulReferrals).toBe(4);
  expect(history).toHaveLength(6);
  const ofFive = achievements.find((row) => 'title' in row && row.title === FOR_FIVE);
  expect(ofFive).toMatchObject({ is_earned: 'true' });
});

test('Mixed acts on many people’s referrals are each answered in their place', async () => {
  const sides = [await makeSide(), await makeSide(), await makeSide()] as const;
  const acts = Array.from({ length: REFERRALS }, (_, row) =>
    sides.map((side) => toAct(side, { row, to: 'completed', expected: 'submitted' })),
  ).flat();
  const results = await act(acts);
  expect(results.map(({ id, referral }) => [id, referral?.id])).toEqual(
    acts.map(({ id }) => [id, id]),
  );
  for (const { person } of sides) {
    const { body } = await person.client.call(routes.stats);
    expect(body.successfulReferrals).toBe(REFERRALS);
  }
});
