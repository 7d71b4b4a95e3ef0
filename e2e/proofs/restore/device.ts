import { gunzipSync } from 'node:zlib';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import {
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  type Request,
} from 'playwright/test';
import * as v from 'valibot';
import type { AppProcess } from '../../fixtures/app-process.ts';
import { csvFile, pickFile } from '../../fixtures/csv-files.ts';
import { makePerson, type Person, signIn } from '../../fixtures/people.ts';
import { connection, PUSH } from '../../fixtures/referrals.ts';
import { readTable } from '../../fixtures/stored.ts';
import { without } from './judge.ts';

/** Later than a list counts as fresh (SPEC §9), so that each visit reads it; milliseconds. */
const BETWEEN_VISITS_MS = 6 * 60_000;

const HEALED_WITHIN = { timeout: 120_000 };

/** A customer's phone: a browser that shares nothing with the others. */
export interface Device {
  readonly person: Person;
  readonly context: BrowserContext;
  /** Ids of the rows that it has tried to send. */
  readonly sent: Set<string>;
  /** Opens the app some minutes after the last time, does something, and closes it. */
  visit<T>(work: (page: Page) => Promise<T>): Promise<T>;
  /** Whether its list was read since the app was opened. */
  hasRead(): boolean;
}

export async function makeDevice(browser: Browser, app: AppProcess): Promise<Device> {
  const context = await browser.newContext({ baseURL: app.origin, serviceWorkers: 'block' });
  const sent = new Set<string>();
  context.on('request', (request) => {
    if (!PUSH.test(`${request.method()} ${new URL(request.url()).pathname}`)) return;
    for (const { id } of rowsOf(request)) sent.add(id);
  });
  let hasRead = false;
  context.on('response', (answer) => {
    if (answer.url().includes(`${customerRoutes.pullReferrals.path}?`)) hasRead ||= answer.ok();
  });
  const person = await makePerson(app);
  const first = await context.newPage();
  await signIn(first, person);
  await first.close();
  let visits = 0;
  return {
    person,
    context,
    sent,
    hasRead: () => hasRead,
    async visit(work) {
      visits += 1;
      hasRead = false;
      await context.clock.install({ time: Date.now() + visits * BETWEEN_VISITS_MS });
      const page = await context.newPage();
      try {
        await page.goto('/referrals');
        return await work(page);
      } finally {
        await page.close();
      }
    },
  };
}

function rowsOf(request: Request): readonly { id: string }[] {
  const body = request.postDataBuffer() ?? Buffer.of();
  const isPacked = request.headers()['content-encoding'] === 'gzip';
  const text = (isPacked ? gunzipSync(body) : body).toString();
  return (JSON.parse(text) as { referrals: { id: string }[] }).referrals;
}

/** Uploads a file of people with these names as a person does; resolves once all are sent. */
export async function upload(device: Device, page: Page, names: readonly string[]): Promise<void> {
  const lines = names.map((name) => `${name},${name.replaceAll(' ', '.')}@example.com,000-0000`);
  // A row may be moved from one table to the other meanwhile.
  const count = (list: readonly Referral[]) => new Set(list.map(({ id }) => id)).size;
  const before = count((await readHeld(device, page)).list);
  await pickFile(page, csvFile(lines.join('\r\n')));
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  await dialog.getByRole('button', { name: `Upload ${names.length} referrals` }).click();
  await dialog.getByRole('button', { name: /^(Continue in the background|Done)$/ }).click();
  const progress = async () => {
    const { list, unsent } = await readHeld(device, page);
    return { sent: count(list) - before, unsent };
  };
  await expect.poll(progress, HEALED_WITHIN).toEqual({ sent: names.length, unsent: 0 });
}

/** What the device shows as sent, and what it has yet to send. */
export async function readHeld({ person: { id } }: Device, page: Page) {
  const table = <Row>(name: string) => readTable<Row>(page, `referrals-${id}`, name);
  const arrived = await table<{ rows: Referral[] }>('arrived');
  const list = [...(await table<Referral>('referrals')), ...arrived.flatMap(({ rows }) => rows)];
  const unsent = [...(await table('outbox')), ...(await table('rejected'))];
  return { list, unsent: unsent.length };
}

/** The whole list as the server gives it to this device. */
async function readWhole({ context }: Device): Promise<Referral[]> {
  // A connection kept from before the server stopped may end under the first try.
  const url = `${customerRoutes.pullReferrals.path}?since=`;
  const answer = await context.request.get(url, { maxRetries: 2 });
  return v.parse(ReferralDelta, await answer.json()).upserts;
}

/** Ids of the rows in which the device and a full read differ. */
export async function findDifferences(device: Device, page: Page): Promise<string[]> {
  const [held, whole] = [(await readHeld(device, page)).list, await readWhole(device)];
  const textOf = ({ id, status, updatedAt, email }: Referral) =>
    `${id} ${status} ${updatedAt} ${email}`;
  const [here, there] = [new Set(held.map(textOf)), new Set(whole.map(textOf))];
  const apart = [...without(here, there), ...without(there, here)];
  return held.length === here.size ? apart : [...apart, 'a row is held twice'];
}

/** Resolves once the device has read its list, sent what it has to send, and shows what the server has. */
export async function untilHealed(device: Device, page: Page): Promise<void> {
  await expect.poll(() => device.hasRead(), HEALED_WITHIN).toBe(true);
  // Together: a row that goes back into the outbox leaves the list, so there is no difference while it waits.
  const progress = async () => {
    const { unsent } = await readHeld(device, page);
    return { unsent, apart: await findDifferences(device, page) };
  };
  await expect.poll(progress, HEALED_WITHIN).toEqual({ unsent: 0, apart: [] });
  await expect(connection(page)).toHaveText('All sent');
}
