import type { Page } from 'playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { expectFits, expectNoSideways } from '../fixtures/fits.ts';
import { CUSTOMER_PAGES, DIALOGS, VISITOR_PAGES } from '../fixtures/pages.ts';
import { referFromElsewhere, signIn } from '../fixtures/people.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

async function open(page: Page, { path, heading }: { path: string; heading: string | RegExp }) {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
}

/** Doubles the text, as a browser's own setting does. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
}

for (const target of VISITOR_PAGES) {
  test(`${target.path} is accessible and fits every screen`, SWEEP, async ({ page }) => {
    await open(page, target);
    await expectAccessible(page, target.path);
    await expectNoSideways(page, target.path);
    if (target.submit === undefined) return;
    await page.getByRole('button', { name: target.submit, exact: true }).click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await expectAccessible(page, `${target.path} with faults`);
  });
}

for (const target of CUSTOMER_PAGES) {
  test(
    `${target.path} of a customer is accessible and fits every screen`,
    SWEEP,
    async ({ app, page, person }) => {
      await referFromElsewhere(app, person);
      await signIn(page, person);
      await open(page, target);
      await expectAccessible(page, target.path);
      await expectNoSideways(page, target.path);
    },
  );
}

test('Every dialog is accessible', SWEEP, async ({ home: page }) => {
  for (const path of Object.values(DIALOGS)) {
    await page.goto(path);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, path);
  }
});

test(
  'Text at twice the size and mirrored pages need no sideways scrolling',
  SWEEP,
  async ({ page, person }) => {
    const holds = async (path: string) => {
      await page.setViewportSize({ width: 640, height: 900 });
      await doubleText(page);
      await expectFits(page, `${path} at 200 %`);
      await page.reload();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      await expectFits(page, `${path} from right to left`);
    };
    for (const target of VISITOR_PAGES) {
      await open(page, target);
      await holds(target.path);
    }
    await signIn(page, person);
    for (const target of CUSTOMER_PAGES) {
      await open(page, target);
      await holds(target.path);
    }
  },
);

test(
  'The focus returns to what opened a dialog, and nothing moves for people who prefer reduced motion',
  SWEEP,
  async ({ page, person }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, person);
    const opener = page.getByRole('link', { name: 'Add New Referral' }).first();
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    // A change shows at once, not a frame later, which people would see on a busy machine.
    const padding = await dialog.evaluate((element: HTMLElement) => {
      element.style.paddingInlineStart = '123px';
      const { paddingInlineStart } = getComputedStyle(element);
      element.style.removeProperty('padding-inline-start');
      return paddingInlineStart;
    });
    expect(padding).toBe('123px');
    const longest = await dialog.evaluate((element) =>
      Math.max(
        0,
        ...element
          .getAnimations({ subtree: true })
          .map(({ effect }) => Number(effect?.getComputedTiming().duration)),
      ),
    );
    expect(longest).toBeLessThanOrEqual(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(opener).toBeFocused();
  },
);
