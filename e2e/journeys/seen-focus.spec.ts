import type { Page } from 'playwright/test';
import { showPlace } from '../fixtures/desk-pages.ts';
import { CUSTOMER_PAGES, DESK_PLACES, DIALOGS, VISITOR_PAGES } from '../fixtures/pages.ts';
import { openAs, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { unseenStops } from '../fixtures/seen.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** In the desk also on a phone on its side, where head and bars give way. */
const DESK_SIZES = [...SIZES, { width: 844, height: 390 }];

const softly = expect.configure({ soft: true });

/** Tabs through what is shown, on a phone and on a computer. */
async function expectSeen(page: Page, what: string, sizes = SIZES): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    // What arrives during a walk moves what has the focus; the next walk is over all of it.
    await softly.poll(() => unseenStops(page), `${what}, ${size.width} px`).toEqual([]);
  }
}

test(
  'All that gets the focus on a page of a visitor can be seen',
  ONLINE_SWEEP,
  async ({ page }) => {
    for (const { path, heading } of VISITOR_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expectSeen(page, path);
    }
  },
);

test(
  'All that gets the focus on a page or dialog of a customer can be seen',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await referFromElsewhere(app, person);
    await referFromElsewhere(app, person);
    await setStatuses(app, person, ['completed', 'submitted']);
    await signIn(page, person);
    for (const { path, heading } of CUSTOMER_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expectSeen(page, path);
    }
    for (const path of Object.values(DIALOGS)) {
      await page.goto(path);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectSeen(page, path);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: /menu/i }).click();
    expect.soft(await unseenStops(page), 'with the menu open').toEqual([]);
  },
);

// Walking all of the desk in one test takes longer than a test may on a busy machine.
for (const part of [0, 1, 2, 3]) {
  test(
    `All that gets the focus in the desk can be seen, part ${part + 1} of 4`,
    ONLINE_SWEEP,
    async ({ app, page }) => {
      await openAs(page, app.admin, '/');
      for (const place of DESK_PLACES.filter((_, at) => at % 4 === part)) {
        await showPlace(page, place);
        await expectSeen(page, place.title, DESK_SIZES);
      }
    },
  );
}
