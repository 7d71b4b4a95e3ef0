import { expect, type Locator, type Page } from 'playwright/test';
import type { Person } from '../../../fixtures/people.ts';
import { connection } from '../../../fixtures/referrals.ts';
import { readTable } from '../../../fixtures/stored.ts';

/** Two attempts that hang, 15 s each, and the pauses between them. */
export const PATIENCE = { timeout: 45_000 };

const QUEUE_TABLES = ['outbox', 'rejected', 'conflicts'];

/** Nothing is left in the person's queue, and the header says so: it looks up to a second later. */
export async function expectAllSent(
  page: Page,
  { id }: Person,
  patience = PATIENCE,
): Promise<void> {
  const read = (table: string) => readTable(page, `referrals-${id}`, table);
  await expect(async () => {
    expect((await Promise.all(QUEUE_TABLES.map(read))).flat()).toEqual([]);
  }).toPass(patience);
  await expect(connection(page)).toHaveText('All sent', patience);
}

/** The person comes back to the app. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Presses a button that is there only while something is to be tried again; the app may do that at this moment. */
export async function pressIfThere(button: Locator): Promise<void> {
  if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined);
}
