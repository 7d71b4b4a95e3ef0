import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput, TestClient } from '../client.ts';
import { mailTo } from '../mail-server.ts';
import { makeSampleWorld, sampleCalls, type SampleWorld } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());

type Calls = Record<RouteName, CallInput>;

const ofDesk = (Object.entries<Route>(routes) as [RouteName, Route][]).filter(
  ([, { access }]) => access === 'admin',
);
const WRITES_NOTHING: readonly RouteName[] = ['previewCompletion'];
const writes = ofDesk.filter(
  ([name, { method, touches }]) =>
    (method !== 'GET' || touches !== undefined) && !WRITES_NOTHING.includes(name),
);
/** What the desk keeps: answers in JSON that are not the changes since a cursor. */
const reads = ofDesk.filter(
  ([, { method, touches, hasEtag }]) =>
    method === 'GET' && touches === undefined && hasEtag !== false,
);

/** Sample calls that really change something. */
function callsOf(world: SampleWorld, payoutId: string): Calls {
  const { referralId: id, owner } = world;
  const completed = { act: 'status', id, status: 'completed', expected: 'submitted' };
  return {
    ...sampleCalls(world),
    actOnReferrals: { body: { acts: [completed] } },
    changeReferralStatus: { params: { id }, body: { status: 'completed' } },
    changeUser: { params: { id: owner.user.id }, body: { username: `Renamed ${id}` } },
    markPayouts: { body: { ids: [payoutId], isPaid: 'true' } },
  };
}

async function readAll(client: TestClient, calls: Calls): Promise<Map<RouteName, string>> {
  const answers = new Map<RouteName, string>();
  for (const [name, route] of reads) {
    const gone = () => ({ body: 'gone' });
    const { body } = await client.call(route, calls[name]).catch(gone);
    answers.set(name, JSON.stringify(body));
  }
  return answers;
}

/** Of money and referrals; all others are a sweep. */
const DEAREST: ReadonlySet<RouteName> = new Set([
  'actOnReferrals',
  'changeReferralStatus',
  'markPayouts',
]);
const isDear = ([name]: (typeof writes)[number]) => DEAREST.has(name);

test.each(writes.filter(isDear))('%s names every read that it changes', namesItsReads);

test.each(writes.filter((entry) => !isDear(entry)))('so does %s', { tags: 'sweep' }, namesItsReads);

async function namesItsReads(name: RouteName, route: Route): Promise<void> {
  await server.sql('delete from rate_limits where true');
  const world = await makeSampleWorld(server);
  const { client } = world.admin;
  const [payout] = (await client.call(routes.payouts)).body;
  const calls = callsOf(world, payout?.id ?? '');
  const before = await readAll(client, calls);
  await client.call(route, calls[name]);
  const after = await readAll(client, calls);
  const changed = reads.filter(([read]) => before.get(read) !== after.get(read));
  expect(changed.map(([read]) => read)).toContain('auditLogs');
  const untold = changed.filter(([, { path }]) => !route.touches?.includes(path));
  expect(untold.map(([read]) => read)).toEqual([]);
}

test('what is touched is what the desk reads', () => {
  const paths = new Set(reads.map(([, { path }]) => path));
  const unknown = writes.flatMap(([, { touches = [] }]) =>
    touches.filter((path) => !paths.has(path as Route['path'])),
  );
  expect(unknown).toEqual([]);
});
