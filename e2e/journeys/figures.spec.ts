import type { AppProcess } from '../fixtures/app-process.ts';
import { brokenFigures } from '../fixtures/broken-figures.ts';
import { showPlace } from '../fixtures/desk-pages.ts';
import { CUSTOMER_PAGES, DESK_PLACES } from '../fixtures/pages.ts';
import { openAs, type Person, referFromElsewhere, signIn } from '../fixtures/people.ts';
import { setStatuses } from '../fixtures/statuses.ts';
import { ONLINE, ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

const WIDTHS = [320, 390, 768, 1024, 1280, 1440];

/** Five installs of eight: $1,900 earned. */
async function earn(app: AppProcess, person: Person): Promise<void> {
  for (let at = 0; at < 8; at += 1) await referFromElsewhere(app, person);
  const done = Array.from({ length: 5 }, () => 'completed' as const);
  await setStatuses(app, person, ['completed', ...done, 'submitted']);
}

test(
  'No sum breaks in two on any page of a customer',
  ONLINE_SWEEP,
  async ({ app, page, person }) => {
    await earn(app, person);
    await signIn(page, person);
    for (const { path, heading } of CUSTOMER_PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await brokenFigures(page), `${path}, ${width} px`).toEqual([]);
      }
    }
  },
);

test('No figure breaks in two in the desk', ONLINE_SWEEP, async ({ app, page, person }) => {
  await earn(app, person);
  await openAs(page, app.admin, '/');
  for (const place of DESK_PLACES) {
    await showPlace(page, place);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await brokenFigures(page), `${place.title}, ${width} px`).toEqual([]);
    }
  }
});

test(
  'The menu in the header stands where it stays, before the state of the connection is known',
  ONLINE,
  async ({ page, person }) => {
    await page.addInitScript(() => {
      const lefts = new Set<number>();
      Object.assign(globalThis, { lefts });
      const look = () => {
        const menu = document.querySelector('.top-bar .icon-button');
        if (menu) lefts.add(menu.getBoundingClientRect().left);
        requestAnimationFrame(look);
      };
      look();
    });
    await signIn(page, person);
    await expect(page.locator('.connection-chip:visible')).toBeVisible();
    const lefts = await page.evaluate(() => [
      ...(globalThis as unknown as { lefts: Set<number> }).lefts,
    ]);
    expect(lefts).toHaveLength(1);
  },
);

test(
  'What is on its way stands in a line without a point at its end',
  ONLINE,
  async ({ app, page, person }) => {
    await earn(app, person);
    await signIn(page, person);
    const line = page.getByRole('main').locator('.money-line').filter({ hasText: 'On its way' });
    await expect(line).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const points = await line.evaluate((element) => {
        const { left } = element.getBoundingClientRect();
        const items = [...element.children].map((item) => item.getBoundingClientRect());
        return [...element.children].map((item, at) => ({
          isFirstOfLine: items[at]!.left - left < 2,
          before: getComputedStyle(item, '::before').content,
          after: getComputedStyle(item, '::after').content,
          isClipped: getComputedStyle(element).overflowX === 'clip',
        }));
      });
      // A point after an item stays there if the next one is in another line.
      expect(
        points.filter(({ after }) => after !== 'none'),
        `${width} px`,
      ).toEqual([]);
      expect(points.every(({ isClipped }) => isClipped)).toBe(true);
    }
  },
);
