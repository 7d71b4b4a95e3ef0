import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

test(
  'The dashboard fetches its font along with its code, so that nothing moves when it arrives',
  SWEEP,
  async ({ home: page }) => {
    await page.reload();
    await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
    const fetchedBy = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.name.endsWith('.woff2')
            ? [entry.initiatorType]
            : [],
        ),
    );
    expect(fetchedBy).toEqual(['link']);
  },
);

test(
  'The dashboard of a newcomer stands where it appears first: no part moves when the counts are known',
  SWEEP,
  async ({ home: page }) => {
    await page.addInitScript(() => {
      const moved: Element[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as unknown as { sources: { node?: Node }[] };
          for (const { node } of sources) if (node instanceof HTMLElement) moved.push(node);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
    const parts = await page.evaluate(() =>
      (window as unknown as { moved: HTMLElement[] }).moved
        .filter((element) => element.closest('main'))
        .map((element) => element.outerHTML.slice(0, 200)),
    );
    expect(parts).toEqual([]);
  },
);
