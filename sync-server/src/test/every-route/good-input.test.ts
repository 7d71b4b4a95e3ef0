import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailTo } from '../mail-server.ts';
import { sweeping } from '../quick.ts';
import { seededRandom } from '../random.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { arbitraryOf } from './arbitrary-of.ts';
import { makeRawCaller, type RawCall } from './raw-call.ts';

const { seed } = seededRandom('good input');
const RUNS = sweeping(20, 5);
/** Some routes take one of ten, so that by chance a round may have none. */
const TRIES = 200;
/** Each hashes a password, which is slow on purpose. */
const SLOW: ReadonlySet<RouteName> = new Set([
  'signUp',
  'logIn',
  'addUser',
  'changePassword',
  'eraseAccount',
]);
/** Random input never guesses a password, a code, a signature, a link or a row. */
const NEVER_TAKEN: ReadonlySet<RouteName> = new Set([
  'logIn',
  'logInByPasskey',
  'logInByCode',
  'addPasskey',
  'turnNotificationsOn',
  'confirmCodes',
  'eraseAccount',
  'proveIdentity',
  'openLink',
  'setPasswordByLink',
  'confirmEmail',
  'markDoNotContact',
  'forgetPerson',
]);
const SLOW_RUNS = 8;

type WithBody = Route & { readonly body: v.GenericSchema };
type Fields = Readonly<Record<string, unknown>>;
const table = Object.entries<Route>(routes) as [RouteName, Route][];
const withBody = table
  .filter((entry): entry is [RouteName, WithBody] => !!entry[1].body)
  // Last: texts are drawn from few, so that a later one may be the password this call has set.
  .toSorted(([a], [b]) => Number(a === 'changePassword') - Number(b === 'changePassword'));

let server: TestServer;
let send: RawCall;
beforeAll(async () => {
  // What asks for mail, such as half of all new users, would be refused without it; these tests send none.
  server = await startTestServer({ trustProxy: 1, mail: { mail: mailTo(undefined) } });
  send = await makeRawCaller(server);
});
afterAll(() => server.close());

/** Where to read what was written: a list, or the caller's own account. */
const READ_AGAIN: Partial<Record<RouteName, RouteName>> = {
  changeProfile: 'currentUser',
  addReferral: 'listReferrals',
  requestQuote: 'quotes',
  changeReferralStatus: 'adminReferrals',
  changeQuote: 'quotes',
  addUser: 'users',
  changeUser: 'users',
  changeSetting: 'settings',
  addRewardTier: 'rewardTiers',
  changeRewardTier: 'rewardTiers',
  addAvailableReward: 'adminRewards',
  changeAvailableReward: 'adminRewards',
  addAchievement: 'adminAchievements',
  changeAchievement: 'adminAchievements',
};

// Allowed refusals: for what is in the database or a rule between fields, never for a field's form.
const RULES = [400, 401, 403, 404, 409, 410, 413];
/** Wrong codes are counted, so that few are tried. */
const rulesOf = (name: RouteName) => (name === 'confirmCodes' ? [...RULES, 429] : RULES);
// A time is only a claim, a code is stored in its normal form, and `userId` names a quote's new owner.
const NOT_AS_SENT = new Set(['date', 'referralCode', 'password', 'userId']);

/** What must come back: the parsed fields, except those where null means some other value. */
function expectedOf(route: WithBody, sent: unknown): Fields {
  const parsed = v.parse(route.body, sent) as Fields;
  const kept = Object.entries(parsed).filter(
    ([name, value]) =>
      value !== undefined && !NOT_AS_SENT.has(name) && !(name === 'minReferrals' && value === null),
  );
  if (route !== routes.changeProfile) return Object.fromEntries(kept);
  // Without a picture there is none to show, and a new address counts once it is confirmed.
  const { email: pendingEmail, ...rest } = Object.fromEntries(kept);
  return {
    ...rest,
    ...(pendingEmail !== undefined && { pendingEmail }),
    ...(parsed['avatar'] === null && { showsPicture: false }),
  };
}

async function readAgain(name: RouteName, written: Fields): Promise<unknown> {
  const reader = READ_AGAIN[name];
  if (!reader) return written;
  const { body } = await send(reader, routes[reader], {});
  if (!Array.isArray(body)) return body;
  return (body as Fields[]).find(({ id }) => id === written['id']);
}

/** Random values for what a screen showed would always conflict; `routes.test.ts` of users tests that rule. */
function withoutGuesses(name: RouteName, drawn: unknown): unknown {
  const { expected: _, ...sent } = drawn as Fields;
  return name === 'changeProfile' ? sent : drawn;
}

describe.each(withBody)('%s', (name, route) => {
  test('accepts what its schema accepts or names a rule, and gives it back as it came', async () => {
    const statuses: number[] = [];
    const run = fc.asyncProperty(arbitraryOf(route.body), async (drawn) => {
      const sent = withoutGuesses(name, drawn);
      const answer = await send(name, route, { body: JSON.stringify(sent) });
      statuses.push(answer.status);
      if (answer.status >= 400) {
        expect(rulesOf(name)).toContain(answer.status);
        return;
      }
      const expected = expectedOf(route, JSON.parse(JSON.stringify(sent)));
      const stored = (await readAgain(name, answer.body as Fields)) as Fields | undefined;
      const common = Object.keys(expected).filter((key) => stored && key in stored);
      expect(Object.fromEntries(common.map((key) => [key, stored?.[key]]))).toEqual(
        Object.fromEntries(common.map((key) => [key, expected[key]])),
      );
    });
    const numRuns = SLOW.has(name) ? SLOW_RUNS : RUNS;
    const isTaken = () => statuses.some((status) => status < 400);
    // A different seed, so that a route is not given names another has taken.
    const own = seed + withBody.findIndex(([other]) => other === name);
    await fc.assert(run, { seed: own, numRuns, endOnFailure: true });
    const mayYet = () => statuses.length < TRIES && !isTaken() && !NEVER_TAKEN.has(name);
    for (let round = 1; mayYet(); round += 1) {
      await fc.assert(run, { seed: own + round * withBody.length, numRuns, endOnFailure: true });
    }
    expect([statuses, isTaken()]).toEqual([statuses, !NEVER_TAKEN.has(name)]);
  });
});

test('pushReferrals stores each row as it came', async () => {
  const run = fc.asyncProperty(arbitraryOf(routes.pushReferrals.body), async (sent) => {
    const { body } = await send('pushReferrals', routes.pushReferrals, {
      body: JSON.stringify(sent),
    });
    const { results } = v.parse(routes.pushReferrals.answers[200], body);
    const byId = new Map(results.map((result) => [result.id, result]));
    for (const row of (sent as { referrals: Fields[] }).referrals) {
      const result = byId.get(String(row['id']).toLowerCase());
      // A brief answer leaves out rows stored as they came.
      if (!result && (sent as Fields)['brief'] === true) continue;
      expect(['created', 'stored', 'duplicate']).toContain(result?.status);
      const name = String(row['name']).trim();
      if (result?.status === 'created') expect(result.referral?.name).toBe(name);
    }
  });
  await fc.assert(run, { seed, numRuns: RUNS, endOnFailure: true });
});
