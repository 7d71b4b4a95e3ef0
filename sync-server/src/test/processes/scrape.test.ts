// @module-tag sweep
import { routes } from '@sunloop/shared-types/routes.ts';
import { spawnSync } from 'node:child_process';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { makeCustomer, type TestPerson } from '../people.ts';
import { scrape, type Scrape } from '../scrape.ts';
import { startWorkerGroup } from './worker-group.ts';

const TOKEN = 'a secret of the tests';
const HOUR_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Seen {
  readonly scraped: Scrape;
  readonly person: TestPerson;
}

/** What is scraped of a server with so many processes after a person has sent four rows, five times. */
async function scrapeAfterPushes(workers: number): Promise<Seen> {
  const group = await startWorkerGroup({
    WEB_CONCURRENCY: String(workers),
    DATABASE_URL: database.url,
    SESSION_KEYS: 'a key of the workers',
    ADMIN_PASSWORD: 'correct horse',
    METRICS_TOKEN: TOKEN,
  });
  try {
    const person = await makeCustomer(group);
    const date = new Date(Date.now() - HOUR_MS).toISOString();
    const row = (fields = {}) => {
      const id = uuidv7();
      return { id, name: 'Some Body', email: `${id}@example.com`, date, ...fields };
    };
    const [first, second] = [row(), row({ date: undefined })];
    const referrals = [first, second, row({ email: first.email }), row({ email: 'nobody' })];
    for (let sent = 0; sent < 5; sent += 1)
      await person.client.call(routes.pushReferrals, { body: { referrals } });
    await person.client.call(routes.addReferral, { body: row() });
    return { scraped: await scrape(group.origin, TOKEN), person };
  } finally {
    await group.stop();
  }
}

test.each([1, 3])(
  'with %i processes a scrape has the figures of the whole installation',
  async (workers) => {
    const { scraped, person } = await scrapeAfterPushes(workers);
    const names = workers === 1 ? [] : Array.from({ length: workers }, (_, at) => String(at + 1));
    expect(scraped.valuesOf('worker')).toEqual(names);
    // Calls go to the processes in turn.
    const pushes = { route: '/api/sync/push', status: 200 };
    expect(scraped.sum('http_request_duration_seconds_count', pushes)).toBe(5);
    const rowsOf = (verdict: string) => scraped.sum('referral_rows_total', { verdict });
    expect(rowsOf('created')).toBe(3);
    expect(rowsOf('stored')).toBe(8);
    expect(rowsOf('duplicate_referral')).toBe(5);
    expect(rowsOf('invalid')).toBe(5);
    expect(scraped.sum('push_age_seconds_count')).toBe(2);
    expect(scraped.sum('push_age_seconds_bucket', { le: 300 })).toBe(0);
    expect(scraped.sum('push_age_seconds_bucket', { le: 21_600 })).toBe(2);
    expect(scraped.sum('database_pool_connections')).toBeGreaterThanOrEqual(1);
    expect(scraped.sum('database_pool_connections', { state: 'waiting' })).toBe(0);
    expect(scraped.sum('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(scraped.sum('process_start_time_seconds')).toBeGreaterThan(0);
    expect(scraped.sum('database_answers')).toBe(1);
    expect(scraped.sum('mail_messages_waiting')).toBe(0);
    expect(scraped.sum('devices_heard', { within: '1d' })).toBeGreaterThanOrEqual(1);
    for (const own of [person.user.id, person.user.email, person.user.username])
      expect(scraped.text).not.toContain(own);
    expect(scraped.text).not.toMatch(/@|[\da-f]{8}-/);
  },
);

// Of the library's own names.
const isKnown = (fault: string) => /^(nodejs_active_\w+_total non-counter .*)?$/.test(fault);

test('promtool finds a scrape well formed', async ({ skip }) => {
  const isThere = spawnSync('promtool', ['--version']).status === 0;
  skip(!isThere, 'promtool is not on this machine (Debian package prometheus)');
  const { scraped } = await scrapeAfterPushes(2);
  const checked = spawnSync('promtool', ['check', 'metrics'], {
    input: scraped.text,
    encoding: 'utf8',
  });
  expect(
    `${checked.stdout}${checked.stderr}`.split('\n').filter((fault) => !isKnown(fault)),
  ).toEqual([]);
});
