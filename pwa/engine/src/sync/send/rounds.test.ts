import { beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { aNewReferral, anOpenDb, aUser } from '../../test/builders.ts';
import { answerWith, foreignHtml, refusal } from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import type { SeenRequest } from '../../test/fake-step.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { enqueueUpload } from '../outbox/bulk-upload.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { drain } from './drain.ts';

const PUSH = '/api/sync/push';
let server: FakeServer;
let db: UserDb;
let clock: ReturnType<typeof fixedDeps>;

beforeEach(async () => {
  const user = aUser();
  server = new FakeServer(user);
  clock = fixedDeps();
  db = await anOpenDb(user.id);
});

const enqueueEach = async (...all: string[]) => {
  for (const name of all) await enqueue(db, [aNewReferral({ name })]);
};
const people = (...names: string[]) => names.map((name) => aNewReferral({ name }));
const namesIn = ({ body }: SeenRequest): string[] => {
  const { name, referrals = [] } = body as { name?: string; referrals?: { name: string }[] };
  return name === undefined ? referrals.map((row) => row.name) : [name];
};
const sentRows = () => server.requests.filter(({ body }) => body).map(namesIn);

test('whoever has sent for two seconds lets another tab have its turn (rule 13)', async () => {
  const turns: number[] = [];
  const request = (_: string, __: unknown, work: () => Promise<unknown>) => {
    turns.push(server.sentTo(PUSH).length);
    return work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  await enqueueEach('Ada', 'Bea', 'Cid', 'Dot', 'Eve', 'Fay');
  server.intercept = () => (_, serve) => {
    clock.advance(1500);
    return serve();
  };
  await drain(db, clock.deps);
  expect(server.rows.size).toBe(6);
  expect(turns.length).toBeGreaterThan(2);
});

test('what steps behind while somebody asks for everything keeps its pause (rules 8 and 29)', async () => {
  await enqueueEach('Cursed', 'Second');
  server.intercept = (request) =>
    request.path === PUSH && namesIn(request).includes('Cursed')
      ? answerWith(() => foreignHtml(403))
      : undefined;
  await drain(db, clock.deps, { isUrgent: true });
  expect(sentRows().filter((names) => names.includes('Cursed'))).toHaveLength(1);
});

test('a row that went through starts the count of failures anew (rule 29)', async () => {
  await enqueue(db, people('Ada', 'Bea'));
  const fails = answerWith(() => refusal(500, 'internal'));
  const isTooMuch = answerWith(() => refusal(413, 'too_large'));
  server.script(PUSH, fails, fails, isTooMuch, (_, serve) => serve(), fails);
  for (let round = 0; round < 3; round += 1) {
    await drain(db, clock.deps);
    clock.advance(60_000);
  }
  expect(server.rows.size).toBe(1);
  expect(await db.outbox.toArray()).toMatchObject([{ attempts: 1, rows: [{ name: 'Bea' }] }]);
  expect((await db.outbox.toArray())[0]).not.toHaveProperty('nextAt');
});

test('of two files only the one that is watched goes row by row (rule 22)', async () => {
  await enqueueUpload(db, { fileName: 'one.csv', rows: people('Ada', 'Bea') });
  await enqueueUpload(db, { fileName: 'two.csv', rows: people('Cid', 'Dot') });
  await drain(db, clock.deps);
  expect(sentRows()).toEqual([['Ada', 'Bea'], ['Cid'], ['Dot']]);
});
