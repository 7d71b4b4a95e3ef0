import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { beforeEach, expect, test } from 'vitest';
import { readSyncState } from '../../data/sync-state.ts';
import type { UserDb } from '../../data/user-db.ts';
import { anAdminReferral, aUser } from '../../test/builders.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '../../test/fake-answers.ts';
import { FakeDesk } from '../../test/fake-desk.ts';
import type { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import type { fixedDeps } from '../../test/fixed-deps.ts';
import { aSignedInDevice } from '../../test/signed-in-device.ts';
import { signOut } from '../session/session.ts';
import {
  changeKeptPages,
  LIST_PAGE_ROWS,
  pageQuestion,
  readKeptReferrals,
  readPage,
  refreshPage,
} from './desk-list.ts';
import { asked, touchDesk } from './desk-resources.ts';

const PATH = '/api/admin/referrals';
const FIRST = pageQuestion({});
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  ({ server, db, clock } = await aSignedInDevice(aUser({ role: 'admin' })));
});

const refresh = (question = FIRST, firstSerial?: number) =>
  refreshPage(db, question, firstSerial === undefined ? {} : { firstSerial }, clock.deps);
const read = (question = FIRST) => readPage(db, question, clock.deps.now());
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => anAdminReferral({ name: `Friend ${at}` }));
const newer = (row: AdminReferral, more: Partial<AdminReferral>) => ({
  ...row,
  updatedAt: new Date(Date.parse(row.updatedAt) + 1).toISOString(),
  ...more,
});
const stock = (rows: AdminReferral[]) => new FakeDesk(server, rows);
const names = async () => (await readKeptReferrals(db)).map(({ name }) => name).toSorted();

test('a page is kept with the cursor of the next one, which follows it', async () => {
  stock(many(LIST_PAGE_ROWS + 20));
  await refresh();
  const first = await read();
  expect(first?.rows).toHaveLength(LIST_PAGE_ROWS);
  const second = pageQuestion({}, first?.next);
  await refresh(second, first?.serial);
  const kept = await read(second);
  expect(kept).toMatchObject({ next: undefined, firstSerial: first?.serial });
  expect(kept?.rows).toHaveLength(20);
  const ids = [...(first?.rows ?? []), ...(kept?.rows ?? [])].map(({ id }) => id);
  expect(new Set(ids).size).toBe(LIST_PAGE_ROWS + 20);
});

test('a page that has not changed keeps its rows and takes over the cursor of the answer', async () => {
  const [ann] = many(1);
  const linked = (next: string) => (request: SeenRequest) => {
    const answer = jsonAnswer([ann], request);
    answer.headers.set('Link', `<${PATH}?after=${next}>; rel="next"`);
    return answer;
  };
  server.script(PATH, linked('a'), linked('b'));
  await refresh();
  const before = await read();
  await refresh();
  expect(server.sentTo(PATH)[1]?.headers.get('If-None-Match')).toMatch(/^W\//);
  expect(before?.next).toBe('a');
  expect(await read()).toMatchObject({ next: 'b', rows: [ann] });
});

test('rows that a page holds already are not read again, those of a later answer are', async () => {
  const desk = stock(many(1));
  await refresh();
  const known = await read();
  const reread = () => readPage(db, FIRST, clock.deps.now(), known);
  expect((await reread())?.rows).toBe(known?.rows);
  desk.rows.clear();
  await refresh();
  expect((await reread())?.rows).toEqual([]);
});

test('rows of an unknown shape are not kept (rule 16)', async () => {
  const bad = answerWith(() => jsonAnswer([{}]));
  server.script(PATH, bad, bad, bad, bad);
  await refresh();
  expect(await read()).toMatchObject({ rows: undefined });
});

test('nothing is kept for an admin who signed out meanwhile, and a sign-out leaves nothing (rules 14, 16)', async () => {
  stock(many(1));
  await refresh();
  server.script(PATH, async (_, serve) => {
    const answer = serve();
    await signOut({ unsent: 'keep' });
    return answer;
  });
  await refresh();
  expect(await db.resources.count()).toBe(0);
});

test('a page that a write overtook is asked for again (rule 16)', async () => {
  const desk = stock(many(1));
  await refresh();
  server.script(PATH, async (_, serve) => {
    const answer = serve();
    await touchDesk(db, { touches: [adminReferralRoutes.adminReferrals.path] });
    return answer;
  });
  desk.rows.clear();
  await refresh();
  expect(server.sentTo(PATH)).toHaveLength(3);
  expect(await read()).toMatchObject({ isTouched: false, rows: [] });
});

test('a request that was given up is neither kept nor repeated', async () => {
  stock(many(1));
  const leaving = new AbortController();
  server.script(PATH, async () => {
    leaving.abort();
    throw leaving.signal.reason;
  });
  const asked = refreshPage(db, FIRST, { signal: leaving.signal }, clock.deps);
  await expect(asked).rejects.toThrow('aborted');
  expect(server.sentTo(PATH)).toHaveLength(1);
  expect(await read()).toBeUndefined();
});

test('without signal what is kept stays, and retries are left to the queue (rule 17)', async () => {
  stock(many(1));
  await refresh();
  server.intercept = () => cutBefore;
  await refresh();
  expect(await names()).toEqual(['Friend 0']);
  expect((await readSyncState(db)).reach).toBe('offline');
});

test('tries three times more, then gives up (rule 17)', async () => {
  const failing = answerWith(() => refusal(500, 'internal'));
  server.script(PATH, failing, failing, failing, failing);
  await refresh();
  expect(clock.waits).toEqual([1000, 2000, 4000]);
  expect(await read()).toMatchObject({ rows: undefined, isDue: false });
});

test('what the server says of a referral reaches every page that holds it; an older version reaches none (rule 31)', async () => {
  const [ann, bob] = many(2) as [AdminReferral, AdminReferral];
  stock([ann, bob]);
  const other = pageQuestion({ status: 'submitted' });
  await refresh();
  await refresh(other);
  await changeKeptPages(db, { rows: [newer(ann, { name: 'Ann' })], deletedIds: [bob.id] });
  await changeKeptPages(db, { rows: [{ ...ann, name: 'Old' }], deletedIds: [] });
  expect(await names()).toEqual(['Ann', 'Ann']);
  await refresh();
  expect(server.sentTo(PATH).at(-1)?.headers.get('If-None-Match')).toBeNull();
});

test('what the server says of one referral changes it among others, and no page without it (rule 31)', async () => {
  const [ann] = many(1) as [AdminReferral];
  stock([ann, anAdminReferral({ name: 'Bob', status: 'completed' })]);
  const without = pageQuestion({ status: 'completed' });
  await refresh();
  await refresh(without);
  await changeKeptPages(db, { rows: [newer(ann, { name: 'Ann' })], deletedIds: [] });
  expect(await names()).toEqual(['Ann', 'Bob', 'Bob']);
  await refresh(without);
  expect(server.sentTo(PATH).at(-1)?.headers.get('If-None-Match')).toMatch(/^W\//);
});

test('a write touches the first page of every question, which the other pages follow', async () => {
  stock(many(LIST_PAGE_ROWS + 1));
  const filtered = pageQuestion({ status: 'submitted' });
  await refresh();
  await refresh(filtered);
  const second = pageQuestion({}, (await read())?.next);
  await refresh(second, (await read())?.serial);
  await touchDesk(db, { touches: [adminReferralRoutes.adminReferrals.path] });
  const touched = await Promise.all([FIRST, filtered, second].map(read));
  expect(touched.map((page) => page?.isTouched)).toEqual([true, true, false]);
});

test('the newest fifty questions are kept with their pages, and no more pages than that', async () => {
  stock(many(1));
  const row = { etag: null, data: [] };
  const pages = Array.from({ length: 200 }, (_, at) => ({
    ...row,
    path: `${PATH}?after=${at}&limit=100`,
    fetchedAt: at,
  }));
  const questions = Array.from({ length: 60 }, (_, at) => ({
    ...row,
    path: pageQuestion({ q: `q${at}` }).path,
    fetchedAt: at,
  }));
  const orphan = { ...row, path: pageQuestion({ q: 'q1' }, 'x').path, fetchedAt: 500 };
  const others = { ...row, path: '/api/admin/quotes', fetchedAt: 0 };
  const counts = Array.from({ length: 60 }, (_, at) => ({
    ...row,
    path: asked(adminReferralRoutes.countAdminReferrals, { query: { q: `q${at}` } }).path,
    fetchedAt: at,
  }));
  await db.resources.bulkPut([...pages, ...questions, ...counts, orphan, others]);
  await refresh();
  const left = await db.resources.toCollection().primaryKeys();
  expect(left).toContain(pageQuestion({ q: 'q59' }).path);
  expect(left).not.toContain(pageQuestion({ q: 'q10' }).path);
  expect(left).not.toContain(orphan.path);
  expect(left).toContain(others.path);
  expect(left.filter((path) => path.includes('?after='))).toHaveLength(149);
  expect(left.filter((path) => path.includes('/count'))).toHaveLength(50);
  expect(left).toContain(counts[59]?.path);
  expect(left).not.toContain(pages[50]?.path);
  expect(left).toContain(pages[199]?.path);
});
