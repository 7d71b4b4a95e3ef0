import { expect, type Page } from 'playwright/test';
import { csvFile } from '../../../fixtures/csv-files.ts';
import { signIn, type Person } from '../../../fixtures/people.ts';
import { waitForOfflineReady } from '../../../fixtures/signal.ts';
import { openProfile } from '../../devices/profile.ts';
import { uploadPeople } from '../../devices/upload-people.ts';
import type { BenchWorld } from '../bench-world.ts';
import { openBenchLine, untilCalm, type BenchLine } from '../line.ts';
import { toCsv, type BenchRow } from '../rows.ts';
import { untilHeld } from '../until-tidy.ts';
import type { Replayed } from './cell.ts';
import { profilePage } from './profile-page.ts';
import { longestTask, untilEmpty, watchQueue } from './watch-queue.ts';

/** What the app shows while it sends, by the path that leads there. */
export const OPEN_PAGES = {
  'My Referrals': '/referrals',
  dashboard: '/',
  'waiting list': '/?waiting=1',
  desk: '/admin',
} as const;
export type OpenPage = keyof typeof OPEN_PAGES;

/** A phone without signal and with waiting rows. */
export interface QueuedDevice {
  /** From handing over the file until all of it was stored on the device; milliseconds. */
  readonly savedMs: number;
  /** Gives it its signal back; resolves when everything is sent and the page is idle. */
  replay(speed: 'fast' | 'slow', profileTo?: string): Promise<Replayed>;
  close(): Promise<void>;
}

export interface Queueing {
  readonly person: Person;
  readonly rows: readonly BenchRow[];
  /** The person's referrals that are on the server by now. */
  readonly stored: number;
  readonly page?: OpenPage;
}

/** Uploads the rows as a file without signal, as a person does, closes the dialog and opens the page. */
export async function queueInApp(
  { app }: BenchWorld,
  { person, rows, stored, page: shown = 'My Referrals' }: Queueing,
): Promise<QueuedDevice> {
  const line = await openBenchLine(app.port);
  const profile = await openProfile(line.origin);
  const { context } = profile;
  const close = async () => {
    await profile.close();
    await line.close();
  };
  try {
    const page = await context.newPage();
    await signIn(page, person);
    // Whoever has it open without signal has opened it before; what it shows at first is not part of the replay.
    await page.goto(OPEN_PAGES[shown]);
    await waitForOfflineReady(page);
    await untilCalm(line);
    await page.goto('/referrals?upload=1');
    await waitForOfflineReady(page);
    await untilHeld(page, person.id, stored);
    await untilCalm(line);
    line.shut();
    await context.setOffline(true);
    const savedMs = await upload(page, rows);
    await expect(page.locator('.connection-chip:visible > span')).toContainText('waiting');
    if (stored > 0)
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    // The router follows the history by itself.
    await page.evaluate((path) => history.pushState(null, '', path), OPEN_PAGES[shown]);
    await page.waitForTimeout(REST_MS);
    const replay = async (speed: 'fast' | 'slow', profileTo?: string) => {
      await watchQueue(page, { database: `referrals-${person.id}`, store: 'outbox' });
      const stopProfile = await profilePage(page, profileTo);
      const replayed = await regain(page, line, { speed, rows });
      await stopProfile();
      return replayed;
    };
    return { savedMs, replay, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Until the page has drawn what waits, which is not part of the replay. */
export const REST_MS = 1000;

/** Uploads the rows as a file in the open dialog; returns how long it took until all was stored; milliseconds. */
export async function upload(page: Page, rows: readonly BenchRow[]): Promise<number> {
  const file = csvFile(toCsv(rows), 'people.csv');
  const startedAt = performance.now();
  const dialog = await uploadPeople(page, file, rows.length);
  const savedMs = performance.now() - startedAt;
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return savedMs;
}

/** Opens the line for a page that waits for it; the page's own `online` event starts the clock. */
export async function regain(
  page: Page,
  line: BenchLine,
  { speed, rows }: { speed: 'fast' | 'slow'; rows: readonly BenchRow[] },
): Promise<Replayed> {
  line.reset();
  line.open(speed);
  await page.context().setOffline(false);
  const elapsedMs = await untilEmpty(page);
  await untilCalm(line);
  const json = Buffer.byteLength(JSON.stringify(rows));
  return {
    elapsedMs,
    longestTaskMs: await longestTask(page),
    sentShare: line.moved.sent / json,
    receivedShare: line.moved.received / json,
  };
}
