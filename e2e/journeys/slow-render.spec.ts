import type { ConsoleMessage } from 'playwright/test';
import { openAs } from '../fixtures/people.ts';
import { expect, test, WITHOUT_WORKER } from '../fixtures/test.ts';

test.use(WITHOUT_WORKER);

test('A frame that takes long is told as a slow render (SPEC §9)', async ({ page, person }) => {
  const events: Promise<unknown>[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'debug') events.push(...message.args().map((arg) => arg.jsonValue()));
  });
  await openAs(page, person, '/');
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  const heldMs = 200;
  await expect(async () => {
    await page.evaluate(async (ms) => {
      await new Promise(requestAnimationFrame);
      const until = performance.now() + ms;
      while (performance.now() < until);
      document.body.style.outline = '1px solid red';
    }, heldMs);
    const told = (await Promise.all(events)) as { event: string; userId: string }[];
    expect(told).toContainEqual(
      expect.objectContaining({
        event: 'slow_render',
        userId: person.id,
        properties: { durationMs: expect.any(Number) },
      }),
    );
  }).toPass();
});
