import type { Page } from 'playwright/test';
import { openDesk } from '../fixtures/desk-pages.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

const WIDTHS = [320, 390, 768, 1440, 1920];

for (const tab of ['tiers', 'rewards', 'achievements']) {
  test(
    `No Delete is under the pointer after Save, in any row of ${tab} at any width`,
    SWEEP,
    async ({ app, page }) => {
      await openDesk(page, app, `panel=programme&tab=${tab}`);
      const edits = page.getByRole('button', { name: /^Edit / });
      await expect(edits.first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (let at = 0; at < (await edits.count()); at += 1) {
          const name = (await edits.nth(at).getAttribute('aria-label')) ?? '';
          await edits.nth(at).click();
          const under = await saveAndLook(page, name);
          expect.soft(under, `${name} at ${width} px`).not.toMatch(/^Delete/);
        }
      }
    },
  );
}

/** Clicks Save in the middle; returns the name of the button that is at the pointer then, or nothing. */
async function saveAndLook(page: Page, form: string): Promise<string> {
  const save = page.getByRole('form', { name: form }).getByRole('button', { name: 'Save' });
  await save.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  const box = await save.boundingBox();
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  await page.mouse.click(x, y);
  await expect(save).toBeHidden();
  const under = await page.evaluate(
    ([left = 0, top = 0]) =>
      document.elementFromPoint(left, top)?.closest('button')?.getAttribute('aria-label'),
    [x, y],
  );
  return under ?? '';
}
