// @module-tag sweep
import { routes } from '@sunloop/shared-types';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo } from '../../test/mail-server.ts';
import { makeCustomer } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mail: { mail: mailTo(undefined) } });
});
afterAll(() => server.close());

/** Of each kind, after some to warm up. */
const CALLS = 200;
const WARM_UP = 40;
const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('a forgotten password is answered in the same time for a known and an unknown address', async () => {
  const { user } = await makeCustomer(server);
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const client = server.client();
  for (let at = 0; at < 2 * (CALLS + WARM_UP); at += 1) {
    // In pairs of changing order, so that nothing that grows or comes and goes falls on one of them.
    const kind = (at + Math.floor(at / 2)) % 2 === 0 ? 'known' : 'unknown';
    const email = kind === 'known' ? user.email : `${randomUUID().slice(0, 15)}@example.com`;
    await server.sql('delete from rate_limits where true');
    const begun = performance.now();
    await client.call(routes.askPasswordReset, { body: { email } });
    if (at >= 2 * WARM_UP) times[kind].push(performance.now() - begun);
  }
  const [known, unknown] = [medianOf(times.known), medianOf(times.unknown)];
  expect(times.known).toHaveLength(CALLS);
  expect(Math.abs(known - unknown) / unknown).toBeLessThan(0.05);
});
