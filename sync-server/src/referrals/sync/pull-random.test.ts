import { routes } from '@sunloop/shared-types/routes.ts';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { Puller } from '../../test/puller.ts';
import { sweeping } from '../../test/quick.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { stopCounting } from '../../test/uncounted.ts';

const WRITERS = 4;

let server: TestServer;
let admin: TestPerson;
let people: TestPerson[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await makeAdmin(server);
  people = await Promise.all(Array.from({ length: WRITERS }, () => makeCustomer(server)));
  await stopCounting(server.database.orm);
});
afterAll(() => server.close());

const newEm = () => server.database.orm.em.fork();

/**
 * A writer with its own transaction, which stays open over many steps. It changes only rows it made, so that
 * writers never wait for each other and a seed always gives the same interleaving.
 */
class Writer {
  readonly #em = newEm();
  readonly #users: readonly string[];
  readonly #named: string;
  #rows: string[] = [];
  #rowsBefore: string[] = [];

  constructor(users: readonly string[], named: string) {
    this.#users = users;
    this.#named = named;
  }

  async insert(pick: number): Promise<void> {
    const id = randomUUID();
    const user = this.#users[pick % this.#users.length];
    await this.#write(
      `insert into referrals (id, user_id, name, email) values (:id, :user, 'New', :id)`,
      { id, user },
    );
    this.#rows = [...this.#rows, id];
  }

  async update(pick: number): Promise<void> {
    const id = this.#rows[pick % this.#rows.length];
    if (id) await this.#write(`update referrals set name = name || '+' where id = :id`, { id });
  }

  async remove(pick: number): Promise<void> {
    const id = this.#rows[pick % this.#rows.length];
    if (id) await this.#write('delete from referrals where id = :id', { id });
    this.#rows = this.#rows.filter((row) => row !== id);
  }

  async rename(pick: number): Promise<void> {
    const name = `${pick} ${randomUUID()}`;
    const params = { name, user: this.#named };
    await this.#write('update users set username = :name where id = :user', params);
  }

  async commit(): Promise<void> {
    if (this.#em.isInTransaction()) await this.#em.commit();
    this.#rowsBefore = this.#rows;
  }

  async rollback(): Promise<void> {
    if (this.#em.isInTransaction()) await this.#em.rollback();
    this.#rows = this.#rowsBefore;
  }

  async #write(sql: string, params: Record<string, unknown>): Promise<void> {
    if (!this.#em.isInTransaction()) await this.#em.begin();
    await this.#em.execute(sql, params);
  }
}

const act = fc.oneof(
  { weight: 4, arbitrary: fc.constant('insert' as const) },
  { weight: 2, arbitrary: fc.constantFrom('update', 'remove', 'rename', 'commit') },
  { weight: 1, arbitrary: fc.constant('rollback' as const) },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ writer: fc.nat(WRITERS - 1), act, pick: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.constant('pull' as const) },
);
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

test(`whatever commits in parallel, pulls end with what a full read gives (seed ${seed})`, async () => {
  const run = fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60 }), async (steps) => {
    const users = people.map(({ user }) => user.id);
    const writers = people.map(({ user }) => new Writer(users, user.id));
    const [{ client }] = people as [TestPerson];
    const devices = [
      new Puller(client, routes.pullReferrals),
      new Puller(admin.client, routes.pullAdminReferrals),
    ];
    const pullAll = () => Promise.all(devices.map((device) => device.pull()));
    await pullAll();
    for (const move of steps) {
      if (move === 'pull') await pullAll();
      else await writers[move.writer]?.[move.act](move.pick);
    }
    for (const writer of writers) await writer.commit();
    for (const delta of await pullAll()) expect(delta.full).toBe(false);

    const [own, everybody] = await Promise.all([
      client.call(routes.listReferrals),
      admin.client.call(routes.adminReferrals),
    ]);
    // The list says more of a row than its changes do.
    const rows = everybody.body.map(({ isDuplicate: _mark, ...row }) => row);
    expect(devices.map((device) => device.rows())).toEqual([own.body, rows]);
  });
  await fc.assert(run, { numRuns: sweeping(10, 3), seed, endOnFailure: true });
}, 120_000);
