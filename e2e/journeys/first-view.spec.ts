import { expect, test } from '../fixtures/test.ts';

test('The dashboard fetches its font along with its code, so that nothing moves when it arrives', async ({
  home: page,
}) => {
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
});
