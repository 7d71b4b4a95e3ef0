import type { Page } from 'playwright/test';
import { openAs, referFromElsewhere } from '../fixtures/people.ts';
import { listItem } from '../fixtures/referrals.ts';
import { putRows, readTable } from '../fixtures/stored.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

const SCRIPTS = '**/assets/*.js';
/** Where a build compares the shape of what is kept with its own. */
const SHAPE = /shape!==([`"'][\w-]+[`"'])/;

interface StoredRow {
  readonly phone?: string | null;
}

// A worker would keep the files of the first build.
test.use({ serviceWorkers: 'block' });

test(
  'What an earlier build left out of the kept list comes with the next build, although nothing changed',
  SWEEP,
  async ({ app, page, person }) => {
    const friend = await referFromElsewhere(app, person);
    const changed = new Set<string>();
    await page.route(SCRIPTS, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const shape = SHAPE.exec(text)?.[1];
      if (shape !== undefined) changed.add(shape);
      const body = shape === undefined ? text : text.replaceAll(shape, '"of-an-earlier-build"');
      await route.fulfill({ response, body });
    });
    await openAs(page, person, '/referrals');
    await expect(listItem(page, friend)).toBeVisible();
    expect(changed.size).toBe(1);
    const stored = () => readTable<StoredRow>(page, `referrals-${person.id}`, 'referrals');
    await dropPhones(page, `referrals-${person.id}`);
    expect((await stored()).map((row) => 'phone' in row)).toEqual([false]);
    await page.reload();
    await expect(listItem(page, friend)).toBeVisible();
    expect((await stored()).map((row) => 'phone' in row)).toEqual([false]);

    await page.unrouteAll({ behavior: 'wait' });
    // The next build's files would have other names, which no cache holds.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await page.reload();
    await expect
      .poll(async () => (await stored()).map(({ phone }) => phone))
      .toEqual([friend.phone]);
  },
);

/** As a build does that knows of no phone. */
async function dropPhones(page: Page, database: string): Promise<void> {
  const rows = await readTable<StoredRow>(page, database, 'referrals');
  const fewer = rows.map((row) => {
    const { phone: _, ...rest } = row;
    return rest;
  });
  await putRows(page, { database, table: 'referrals' }, fewer);
}
