import { showPlace } from '../fixtures/desk-pages.ts';
import { CONSOLE_PLACES } from '../fixtures/pages.ts';
import { referFromElsewhere, signIn } from '../fixtures/people.ts';
import { ONLINE_SWEEP } from '../fixtures/tags.ts';
import { expect, test } from '../fixtures/test.ts';

/** What stands for a row of data in any panel, or says that there is none. */
const ROWS = [
  'tbody tr',
  '[role=gridcell]',
  '[role=option]',
  '[role=listitem]',
  '.desk-row',
  '.setting-text',
  '.stat-card',
  '.tier-ladder li',
  '.quote-row',
  '.facts > *',
  '.pay-run input[type=checkbox]',
  '.call-person h3',
  '.empty-state',
].join();

for (const [width, height] of [
  [390, 844],
  [1024, 768],
] as const) {
  test(
    `Every panel of the desk shows its first row of data on the first screen, at ${width} px`,
    ONLINE_SWEEP,
    async ({ app, page, person }) => {
      await referFromElsewhere(app, person);
      await page.setViewportSize({ width, height });
      await signIn(page, app.admin);
      for (const place of CONSOLE_PLACES) {
        // Asked for by its form, which comes before the list.
        if (place.title === 'Add User') continue;
        await showPlace(page, place);
        const bar = page.getByRole('navigation', { name: 'Quick' });
        const end = (await bar.isVisible()) ? ((await bar.boundingBox())?.y ?? height) : height;
        const row = page.getByRole('main').locator(ROWS).filter({ visible: true }).first();
        await expect
          .poll(
            async () => {
              const box = await row.boundingBox();
              return box && Math.round(Math.min(box.y + box.height, box.y + 48));
            },
            { message: `${place.title} at ${width} px`, timeout: 8000 },
          )
          .toBeLessThanOrEqual(Math.round(end));
      }
    },
  );
}
