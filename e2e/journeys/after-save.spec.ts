import { openDesk } from '../fixtures/desk-pages.ts';
import { expect, test } from '../fixtures/test.ts';

const LISTS = ['tiers', 'rewards', 'achievements'] as const;

for (const width of [320, 390, 768, 1440, 1920]) {
  test(`At ${width} px no Delete is under the pointer after Save, in any row`, async ({
    app,
    page,
  }) => {
    await openDesk(page, app, 'panel=programme');
    await page.setViewportSize({ width, height: 900 });
    for (const tab of LISTS) {
      await page.goto(`/admin?panel=programme&tab=${tab}`);
      const edits = page.getByRole('button', { name: /^Edit / });
      await expect(edits.first()).toBeVisible();
      for (let at = 0; at < (await edits.count()); at += 1) {
        const name = await edits.nth(at).getAttribute('aria-label');
        await edits.nth(at).click();
        const save = page
          .getByRole('form', { name: name ?? '' })
          .getByRole('button', { name: 'Save' });
        await save.evaluate((button) => button.scrollIntoView({ block: 'center' }));
        const box = await save.boundingBox();
        const [x, y] = [
          (box?.x ?? 0) + (box?.width ?? 0) / 2,
          (box?.y ?? 0) + (box?.height ?? 0) / 2,
        ];
        await page.mouse.click(x, y);
        await expect(save).toBeHidden();
        const under = await page.evaluate(
          ([left = 0, top = 0]) =>
            document.elementFromPoint(left, top)?.closest('button')?.getAttribute('aria-label'),
          [x, y],
        );
        expect.soft(under ?? '', `${tab}, ${name}`).not.toMatch(/^Delete/);
      }
    }
  });
}
