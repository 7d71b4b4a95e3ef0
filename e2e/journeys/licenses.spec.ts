import { readFile } from 'node:fs/promises';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';

/** What the app declares that it is built with; all of it is in the app, or it would not be declared. */
async function declaredPackages(): Promise<string[]> {
  const manifests = ['../../pwa/package.json', '../../pwa/engine/package.json'];
  const names = await Promise.all(
    manifests.map(async (manifest) => {
      const { dependencies } = JSON.parse(
        await readFile(new URL(manifest, import.meta.url), 'utf8'),
      ) as { dependencies: Record<string, string> };
      return Object.keys(dependencies);
    }),
  );
  return [...new Set(names.flat())].filter((name) => !name.startsWith('@sunloop/'));
}

test(
  'The profile leads to the licenses of all packages in the app, in a window of its own',
  SWEEP,
  async ({ context, home: page, consoleGuard }) => {
    // Chromium may ask for an icon of a text, which has none.
    consoleGuard.allow(/404 \(Not Found\) \(\S+\/favicon\.ico\)/);
    await waitForOfflineReady(page);
    await page.goto('/profile');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Licenses' }).click();
    const list = await opened;
    await expect(list.locator('body')).toContainText('under their own licenses');
    const text = await list.locator('body').innerText();
    const missing = (await declaredPackages()).filter((name) => !text.includes(`\n${name} `));
    expect(missing).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);
