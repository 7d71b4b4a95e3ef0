import type { AdminReferral } from '@sunloop/shared-types';
import { beforeEach, expect, test } from 'vitest';
import { newestOf, readAdminMeta } from '../../data/admin-blocks.ts';
import { readAdminBlocks } from '../../test/read-admin-blocks.ts';
import { readAdminParts } from '../../data/admin-parts.ts';
import { type UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { jsonAnswer, refusal } from '../../test/fake-answers.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { ADMIN_REFERRALS_PATH as PATH, refreshAdminReferrals } from './refresh-admin-referrals.ts';
import { signOut } from '../session/session.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';

const ROWS = 12_000;
const BREAKS_AFTER = 11_500;
/** Two parts of 5,000. */
const KEPT = 10_000;
const PIECE = 500;

let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;
/** What the server holds, newest first, and what changed since the first fetch began. */
let rows: AdminReferral[];
let upserts: AdminReferral[];
let deletes: string[];
let isBroken: boolean;

const timeOf = (at: number) => new Date(Date.UTC(2026, 0, 1) - at * 1000).toISOString();

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin' })));
  rows = Array.from({ length: ROWS }, (_, at) => {
    const createdAt = timeOf(at);
    return anAdminReferral({ name: `Friend ${at}`, createdAt, date: createdAt });
  });
  [upserts, deletes, isBroken] = [[], [], true];
  server.intercept = ({ path, query }) =>
    path === PATH ? (request) => answer(query, request) : undefined;
});

function answer(query: URLSearchParams, request: SeenRequest): Response {
  const since = query.get('since');
  if (since === 'c1') return jsonAnswer({ cursor: 'c2', full: false, upserts, deletes });
  if (since !== null) return whole();
  const after = query.get('after');
  const at = after === null ? -1 : rows.findIndex(({ id }) => id === after);
  if (after !== null && at < 0) return refusal(400, 'invalid');
  return jsonAnswer(rows.slice(at + 1, at + 1 + Number(query.get('limit'))), request);
}

/** Everything as a stream, which breaks off while the line is bad. */
function whole(): Response {
  const encoder = new TextEncoder();
  const given = rows.slice(0, isBroken ? BREAKS_AFTER : ROWS);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('{"cursor":"c1","full":true,"upserts":['));
      for (let at = 0; at < given.length; at += PIECE) {
        const piece = given.slice(at, at + PIECE).map((row) => JSON.stringify(row));
        controller.enqueue(encoder.encode((at > 0 ? ',' : '') + piece.join(',')));
      }
      if (isBroken) return;
      controller.enqueue(encoder.encode('],"deletes":[]}'));
      controller.close();
    },
    pull(controller) {
      if (isBroken) controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: jsonAnswer({}).headers });
}

const refresh = () => refreshAdminReferrals(db, undefined, clock.deps);
const questions = () => server.sentTo(PATH).map(({ query }) => query.toString());
const stored = async () => newestOf(await readAdminBlocks(db));

/** A first fetch that breaks off for good, because the page is closed. */
async function breakOff(): Promise<void> {
  server.intercept = ({ path, query }) => {
    if (path !== PATH) return undefined;
    // Requests after the break have no effect.
    if (server.sentTo(PATH).length > 1) return () => Promise.reject(new TypeError('closed'));
    return (request) => answer(query, request);
  };
  await refresh();
  server.intercept = ({ path, query }) =>
    path === PATH ? (request) => answer(query, request) : undefined;
  server.requests.length = 0;
  isBroken = false;
  clock.advance(10 * 60_000);
  await db.resources.clear();
  await db.sync.update('sync', { reach: 'ok' });
}

test('a first fetch that broke off is not shown, and resumes where it stopped', async () => {
  await breakOff();
  expect(await readAdminMeta(db)).toBeUndefined();
  expect(await readAdminBlocks(db)).toEqual([]);
  expect((await readAdminParts(db))?.rows).toHaveLength(KEPT);
  await refresh();
  expect(questions()[0]).toContain(`after=${rows[KEPT - 1]?.id}`);
  expect(questions().some((query) => query === 'since=')).toBe(false);
  expect(await stored()).toEqual(rows);
  expect(await db.resources.get(PATH)).toMatchObject({ cursor: 'c2' });
  expect(await db.adminBlocks.where('block').startsWith('part').count()).toBe(0);
});

test('changes made meanwhile, before and after the break, are in the resulting list', async () => {
  await breakOff();
  const changed = [3, KEPT + 7].map((at) => ({ ...rows[at]!, status: 'completed' }));
  const gone = [5, KEPT - 1, KEPT - 2, KEPT + 9].map((at) => rows[at]!.id);
  const fresh = anAdminReferral({ createdAt: timeOf(-60), date: timeOf(-60), name: 'New' });
  upserts = [...changed, fresh];
  deletes = gone;
  const byId = new Map(upserts.map((row) => [row.id, row]));
  rows = [fresh, ...rows.map((row) => byId.get(row.id) ?? row)].filter(
    ({ id }) => !gone.includes(id),
  );
  await refresh();
  expect(await stored()).toEqual(rows);
});

test('a resumed fetch that breaks off again resumes from there', async () => {
  await breakOff();
  server.intercept = ({ path, query }) => {
    if (path !== PATH) return undefined;
    return query.has('since')
      ? () => refusal(403, 'forbidden')
      : (request) => answer(query, request);
  };
  await refresh();
  expect(await readAdminMeta(db)).toBeUndefined();
  expect((await readAdminParts(db))?.rows).toHaveLength(KEPT);
  server.intercept = ({ path, query }) =>
    path === PATH ? (request) => answer(query, request) : undefined;
  clock.advance(10 * 60_000);
  await refresh();
  expect(await stored()).toEqual(rows);
});

test('a list that does not come newest first is not resumed', async () => {
  rows.reverse();
  await breakOff();
  expect(await readAdminParts(db)).toBeUndefined();
  await refresh();
  expect(questions()).toEqual(['since=']);
  expect(await readAdminBlocks(db)).toHaveLength(ROWS);
});

test('a sign-out leaves nothing of a first fetch (rule 14)', async () => {
  await breakOff();
  await signOut({ unsent: 'keep' });
  expect(await db.adminBlocks.count()).toBe(0);
});
