// @module-tag sweep
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeAdmin, makeCustomer } from '../../test/people.ts';
import { Puller } from '../../test/puller.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { startStandbyPair, type StandbyPair } from '../../test/standby.ts';
import type { Orm } from '../orm.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { hasReplica, readReplica, replicasOf } from './replica.ts';

const LAG_MS = 2500;
/** Any distance will do. */
const NO_LAG_LIMIT = 0;
const LEFT_OUT_MS = 500;
const METRICS_TOKEN = 'a secret of the tests';
const AGAIN = /^The read replica 127\.0\.0\.1:\d+ answers again$/;
const LEFT_OUT =
  /^The read replica 127\.0\.0\.1:\d+ is left out: (?<why>.*?)\. Others or the primary/;

let pair: StandbyPair;
let orm: Orm;
let server: TestServer;
const lines: string[] = [];
const whys = () => lines.map((line) => LEFT_OUT.exec(line)?.groups?.['why'] ?? line);

async function openBeside({ primary, standby }: StandbyPair, lagMs = LAG_MS): Promise<Orm> {
  return openOrm({
    url: primary.url,
    readUrls: [standby.url],
    replicaBounds: { lagMs, leftOutMs: LEFT_OUT_MS },
    report: (line) => void lines.push(line),
    log: () => {},
  });
}

const inUse = (isInUse: boolean, of = orm) =>
  vi.waitUntil(() => hasReplica(of.em) === isInUse, { timeout: 60_000, interval: 5 });
/** Whether it is the standby that answers. */
const isReplica = async () => {
  const sql = 'select pg_is_in_recovery() as is';
  return (await readReplica<{ is: boolean }>(orm.em.fork(), sql))[0]?.is;
};

beforeAll(async () => {
  pair = await startStandbyPair();
  orm = await openBeside(pair);
  server = await startTestServer({ database: pair.primary, orm, metricsToken: METRICS_TOKEN });
});
afterAll(async () => {
  await server.close();
  await orm.close(true);
  await pair.close();
});
beforeEach(async () => {
  await inUse(true);
  lines.length = 0;
});

/** However often it was tried, it is told once that it is left out, and once that it answers again. */
function expectInTurn(): void {
  const told = lines.map((line) =>
    AGAIN.test(line) ? 'again' : LEFT_OUT.test(line) && 'left out',
  );
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.map((_, at) => (at % 2 === 0 ? 'left out' : 'again')));
}

async function beLate(): Promise<void> {
  await pair.setLate(true);
  onTestFinished(() => pair.setLate(false));
}

/** A server that reads from the standby however far behind that is. */
async function startPatient(): Promise<TestServer> {
  const patientOrm = await openBeside(pair, NO_LAG_LIMIT);
  const patient = await startTestServer({ database: pair.primary, orm: patientOrm });
  onTestFinished(() => patient.close().then(() => patientOrm.close(true)));
  await inUse(true, patientOrm);
  return patient;
}

test('the audit log comes from the standby, what was just written from the primary', async () => {
  const { client, user } = await makeAdmin(await startPatient());
  const readLog = async () => (await client.call(routes.auditLogs)).body;
  await expect
    .poll(async () => (await readLog()).some(({ userId }) => userId === user.id))
    .toBe(true);
  const before = await readLog();
  await beLate();
  expect((await client.call(routes.currentUser)).body).toMatchObject(user);
  const body = { value: '5' };
  await client.call(routes.changeSetting, { params: { key: 'impact.tons_per_referral' }, body });
  const settings = (await client.call(routes.settings)).body;
  expect(settings.find(({ key }) => key === 'impact.tons_per_referral')?.value).toBe('5');
  await expect.poll(readLog).toEqual(before);
});

test('a standby that is behind takes nothing from a device, and tells it later', async () => {
  const { client } = await makeCustomer(await startPatient());
  const device = new Puller(client, routes.pullReferrals);
  await device.pull();
  await beLate();
  const add = async () => {
    const body = { name: 'Ann Lee', email: `${randomUUID()}@example.com` };
    return (await client.call(routes.addReferral, { body })).body;
  };
  const first = await add();
  const cursor = device.cursor;
  await expect.poll(() => device.pull()).toMatchObject({ full: false, upserts: [], deletes: [] });
  // What it was told by the primary, it is not told again from further back.
  device.cursor = '';
  await device.pull();
  expect(device.rows()).toEqual([first]);
  await expect.poll(() => device.pull()).toMatchObject({ full: false, upserts: [], deletes: [] });
  const second = await add();
  await pair.setLate(false);
  await expect.poll(async () => (await device.pull()) && device.rows()).toEqual([second, first]);
  expect(cursor).not.toBe(device.cursor);
});

test('one that is too far behind is left out until it has caught up, with a line for each', async () => {
  await beLate();
  const { user } = await makeCustomer(server);
  await inUse(false);
  const sql = 'select id from users where id = ?';
  expect(await readReplica(orm.em.fork(), sql, [user.id])).toEqual([{ id: user.id }]);
  expect(whys()).toEqual([
    expect.stringMatching(/^it is \d+ s behind, more than DATABASE_READ_LAG_MS=2500$/),
  ]);
  await pair.setLate(false);
  await inUse(true);
  await expect.poll(isReplica).toBe(true);
  expectInTurn();
});

test('a database in which nothing is written is not behind', async () => {
  const lag = () => replicasOf(orm.em)?.figures()[0]?.lagSeconds;
  await expect.poll(lag).toBeLessThan(1);
  expect(whys().filter((why) => why.includes('behind'))).toEqual([]);
});

test('one that is frozen is left out, and the reads that wait for it are answered by the primary', async () => {
  await expect.poll(isReplica).toBe(true);
  await pair.setFrozen(true);
  onTestFinished(() => pair.setFrozen(false));
  const startedAt = performance.now();
  expect(await Promise.all(Array.from({ length: 20 }, isReplica))).not.toContain(true);
  // Not the eleven seconds that a statement may take; a check takes one on an idle machine.
  expect(performance.now() - startedAt).toBeLessThan(9000);
  expect(hasReplica(orm.em)).toBe(false);
  expect(whys()).toContainEqual(expect.stringContaining('it gave no answer within a second'));
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await server.client().fetch('/metrics', { headers })).text();
  expect(text).toMatch(/^database_replica_in_use\{replica="127\.0\.0\.1:\d+"\} 0$/m);
  expect(text).toMatch(/^database_replica_lag_seconds\{replica="127\.0\.0\.1:\d+"\} \d/m);
  expect(text).toMatch(/^database_replica_failed_reads\{replica="127\.0\.0\.1:\d+"\} [1-9]/m);
  await pair.setFrozen(false);
  await inUse(true);
  expectInTurn();
});

test('a connection to one that is frozen keeps nobody from ending', async () => {
  const other = await openBeside(pair);
  await inUse(true, other);
  await pair.setFrozen(true);
  onTestFinished(() => pair.setFrozen(false));
  const startedAt = performance.now();
  await other.close(true);
  expect(performance.now() - startedAt).toBeLessThan(9000);
});

test('a statement that fails is no fault of the standby', async () => {
  await expect(readReplica(orm.em.fork(), 'select 1 / 0')).rejects.toThrow('division by zero');
  await inUse(true);
  expect(whys().filter((why) => why.includes('division'))).toEqual([]);
});

test('one that was promoted, and one that is away, are left out', async () => {
  const own = await startStandbyPair();
  onTestFinished(() => own.close());
  const beside = await openBeside(own);
  onTestFinished(() => beside.close(true));
  await inUse(true, beside);
  await own.promote();
  await inUse(false, beside);
  expect(whys()).toContain('it is no standby: it was promoted, or never was one');
  await own.standby.drop();
  lines.length = 0;
  const gone = await openBeside(own);
  onTestFinished(() => gone.close(true));
  await vi.waitUntil(() => lines.length > 0);
  expect(whys()).toEqual([
    expect.stringMatching(/^it gave no answer within a second \(.*ECONNREFUSED/),
  ]);
  expect(await readReplica(gone.em.fork(), 'select 1 as one')).toEqual([{ one: 1 }]);
});
