import { openAs } from '../fixtures/people.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test.use(WITHOUT_WORKER);

test(
  'A frame that takes long is told as a slow render (SPEC §9)',
  SWEEP,
  async ({ page, person }) => {
    await page.addInitScript(() => {
      const told: unknown[] = [];
      console.debug = (record: unknown) => void told.push(record);
      Object.assign(window, { told });
    });
    await openAs(page, person, '/');
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
    await expect(async () => {
      await page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        const until = performance.now() + 200;
        while (performance.now() < until);
        document.body.style.outline = '1px solid red';
      });
      expect(await page.evaluate(() => (window as { told?: unknown[] }).told)).toContainEqual(
        expect.objectContaining({
          event: 'slow_render',
          userId: person.id,
          properties: { durationMs: expect.any(Number) },
        }),
      );
    }).toPass();
  },
);
