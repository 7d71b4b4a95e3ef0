// @module-tag sweep
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSampleWorld, sampleCalls } from '../sample-calls.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { someAddress } from '../some-address.ts';
import { startCaller, type Caller } from './caller.ts';
import { dearBodies, type DearBody } from './dear-bodies.ts';
import { longestHoldMs } from './hold-meter.ts';

/** Nobody notices a pause this short. */
const HOLD_MAX_MS = 50;

let server: TestServer;
let caller: Caller;
let callOf: (name: RouteName, route: Route, body: DearBody) => Promise<number>;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  caller = startCaller();
  const world = await makeSampleWorld(server);
  const calls = sampleCalls(world);
  const clients = { public: undefined, session: world.owner.client, admin: world.admin.client };
  callOf = (name, route, { bytes, isGzip }) => {
    const path = requestPath(route, { params: calls[name].params });
    const cookie = clients[route.access]?.cookieHeader();
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': someAddress(),
      ...(isGzip && { 'Content-Encoding': 'gzip' }),
      ...(cookie && { Cookie: cookie }),
    };
    return caller.send({ url: server.url + path, method: route.method, headers, body: bytes });
  };
});
afterAll(async () => {
  await caller.close();
  await server.close();
});

const withBody = (Object.entries(routes) as [RouteName, Route][]).filter(([, { body }]) => body);
const rows: { call: RouteName; ms: number; body: string; status: number }[] = [];

test.each(withBody)('no body of %s holds the event loop for long', async (name, route) => {
  let dearest = { call: name, ms: 0, body: '', status: 0 };
  for (const body of dearBodies(route)) {
    let status = 0;
    let ms = Infinity;
    // One try may meet a garbage collection or compile what it runs; a core shared with other work is slower, too.
    for (let tries = 0; tries < 2 || (ms > HOLD_MAX_MS && tries < 5); tries += 1) {
      // A call refused for its number costs nothing.
      await server.sql('delete from rate_limits');
      ms = Math.min(
        ms,
        await longestHoldMs(async () => (status = await callOf(name, route, body))),
      );
    }
    expect([200, 201, 204, 400, 401, 403, 404, 409, 410, 413]).toContain(status);
    if (ms > dearest.ms) dearest = { call: name, ms, body: body.kind, status };
  }
  rows.push(dearest);
  expect(dearest.ms, dearest.body).toBeLessThanOrEqual(HOLD_MAX_MS);
});

afterAll(() => {
  if (process.env['PRINT_HOLDS'] === undefined) return;
  const lines = rows
    .toSorted((a, b) => b.ms - a.ms)
    .map(
      ({ call, ms, body, status }) =>
        `${ms.toFixed(1).padStart(6)} ms  ${call} (${status}): ${body}`,
    );
  process.stdout.write(
    `Longest hold of the event loop by call, with its dearest body\n${lines.join('\n')}\n`,
  );
});
