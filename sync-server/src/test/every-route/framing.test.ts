import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { FAULTS, FRAMINGS, limitOf } from './framings.ts';
import { makeHeads, startProcessServer, type ProcessServer } from './process-server.ts';
import { sendRaw, statusesIn } from './raw-request.ts';

let process: ProcessServer;
let heads: Awaited<ReturnType<typeof makeHeads>>;
beforeAll(async () => {
  process = await startProcessServer();
  heads = await makeHeads(process.server);
});
afterAll(() => process.close());

interface Mixture {
  readonly name: RouteName;
  readonly framing: string;
  readonly fault: string;
}

const table = Object.entries<Route>(routes) as [RouteName, Route][];
const withBody = table.flatMap(([name, { body }]) => (body ? [name] : []));
const { seed, ...random } = seededRandom('framings');
const mixtures = Object.keys(FRAMINGS).flatMap((framing) =>
  Object.keys(FAULTS).map((fault) => ({ framing, fault })),
);

/** Sends a mixture as whom its route is for, and looks whether the server is as well as before. */
async function send({ name, framing, fault }: Mixture): Promise<void> {
  const limit = limitOf(routes[name]);
  const content = FAULTS[fault]?.(limit) ?? Buffer.alloc(0);
  const framed = FRAMINGS[framing]?.(content, limit);
  if (!framed) throw new Error('no such framing');
  const { firstLine, headers } = heads.headOf(name);
  const { group } = process;
  const what = `${name}, ${framing}, ${fault} (TEST_SEED=${seed})`;
  const request = { ...framed, headers: [...headers, ...framed.headers] };
  const answer = await sendRaw(group.origin, firstLine, request);
  expect(
    statusesIn(answer).filter((status) => status >= 500),
    what,
  ).toEqual([]);
  const ready = await group
    .client()
    .fetch('/readyz')
    .then(
      ({ status }) => status,
      () => group.lines.slice(-20).join('\n'),
    );
  expect(ready, what).toBe(200);
}

/** The process has noticed nothing that it had not expected. */
function expectCalm(): void {
  expect(process.group.lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
}

test('a body that is refused before it is there leaves the server as it was, at every route', async () => {
  for (const name of withBody)
    for (const fault of ['lists in lists', 'too many values'])
      await send({ name, framing: 'a length over the limit', fault });
  expectCalm();
});

test('so does every mixture of how a body is sent and what is wrong with it', async () => {
  for (const mixture of mixtures) await send({ name: random.pick(withBody), ...mixture });
  expectCalm();
});

test('thousands of mixtures, at all routes', { tags: 'sweep' }, async () => {
  const count = 4000;
  for (let sent = 0; sent < count; sent += 1)
    await send({ name: random.pick(withBody), ...random.pick(mixtures) });
  expectCalm();
});
