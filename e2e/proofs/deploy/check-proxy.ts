import assert from 'node:assert/strict';
import { PUSH_BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { makeRows } from '../bench/rows.ts';
import { signIn, visit, type Installation } from './visit.ts';

interface Tried extends Installation {
  readonly admin: { readonly email: string; readonly password: string };
  /** The server's BODY_TIMEOUT_MS. */
  readonly bodyMs: number;
}

/** How much later than `bodyMs` a slow body may be ended on a busy machine. */
const LATE_MS = 10_000;
const ROWS = 500;

/** What must hold behind every proxy, in the order it is tried; each throws if it does not. */
export const CHECKS: Readonly<Record<string, (to: Tried) => Promise<void>>> = {
  '/healthz and /readyz answer': async (to) => {
    for (const path of ['/healthz', '/readyz'])
      assert.equal((await visit(to, { path })).status, 200, path);
  },
  'HSTS and the policy come once, and nothing is upgraded twice': async (to) => {
    const { valuesOf } = await visit(to, { path: '/' });
    for (const name of [
      'strict-transport-security',
      'content-security-policy',
      'x-content-type-options',
    ])
      assert.equal(valuesOf(name).length, 1, name);
    assert.doesNotMatch(valuesOf('content-security-policy').join(), /upgrade-insecure-requests/);
  },
  'a file is compressed once': async (to) => {
    const plain = await visit(to, { path: '/' });
    assert.deepEqual(plain.valuesOf('content-encoding'), []);
    for (const [coding, open] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await visit(to, { path: '/', headers: { 'Accept-Encoding': coding } });
      assert.deepEqual(packed.valuesOf('content-encoding'), [coding]);
      assert.equal(open(packed.body).toString(), plain.body.toString());
    }
  },
  'a sign-in sets cookies that only this host gets, over TLS only': async (to) => {
    const { answer } = await signIn(to, to.admin);
    assert.equal(answer.status, 200, answer.body.toString());
    const cookies = answer.valuesOf('set-cookie');
    assert.ok(cookies.some((cookie) => cookie.startsWith('__Host-sunloop.sid=')));
    for (const cookie of cookies) assert.match(cookie, /; secure/i);
  },
  'a session shows the network it came from, whatever the visitor claims': async (to) => {
    const from = '127.0.7.1';
    const claimed = { 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9' };
    const { headers } = await signIn(to, to.admin, { from, headers: claimed });
    const { body } = await visit(to, { path: routes.ownSessions.path, from, headers });
    assert.match(body.toString(), /"127\.0\.7\.0\/24"/);
    assert.doesNotMatch(body.toString(), /203\.0\.113/);
  },
  'a write from another site is refused': async (to) => {
    const headers = { Origin: 'https://elsewhere.example.com' };
    const { answer } = await signIn(to, to.admin, { headers });
    assert.equal(answer.status, 403);
  },
  'a push of 4 MB is stored': async (to) => {
    const { headers } = await signIn(to, to.admin);
    const text = JSON.stringify({ referrals: makeRows(crypto.randomUUID(), ROWS) });
    const body = text.padEnd(PUSH_BODY_LIMIT_BYTES);
    const answer = await visit(to, { method: 'POST', path: '/api/sync/push', headers, body });
    assert.equal(answer.status, 200, answer.body.toString());
    assert.equal(answer.body.toString().split('"status":"created"').length - 1, ROWS);
  },
  'a larger body is refused by the server, in its words': async (to) => {
    const { headers } = await signIn(to, to.admin);
    const body = '{}'.padEnd(PUSH_BODY_LIMIT_BYTES + 1);
    const answer = await visit(to, { method: 'POST', path: '/api/sync/push', headers, body });
    assert.equal(answer.status, 413);
    assert.deepEqual(answer.valuesOf('x-sunloop'), ['1']);
  },
  'a body that drips in is ended': async (to) => {
    const { headers } = await signIn(to, to.admin);
    const slow = { body: '{}'.padEnd(1000), dripMs: 200, headers };
    const answer = await visit(to, { method: 'POST', path: '/api/sync/push', ...slow });
    assert.equal(answer.status, 408);
    assert.ok(answer.tookMs < to.bodyMs + LATE_MS, `after ${answer.tookMs} ms`);
  },
};
