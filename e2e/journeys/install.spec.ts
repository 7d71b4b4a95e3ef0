import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';

// An installation needs a profile on disk; the contexts of other tests are like private windows.
test('Chromium finds the app installable and its manifest without fault', async ({
  consoleGuard,
  contextOptions,
  launchOptions,
  network,
  playwright,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'sunloop-profile-'));
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...contextOptions,
  });
  try {
    consoleGuard.watch(context);
    const page = await context.newPage();
    await page.goto(`${network.origin}/auth`);
    await waitForOfflineReady(page);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const manifest = await session.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(manifest.url).toBe(`${network.origin}/manifest.webmanifest`);
    expect(JSON.parse(manifest.data ?? '')).toMatchObject({ id: '/', display: 'standalone' });
    for (const url of picturesOf(manifest.data ?? '')) {
      expect((await page.request.get(`${network.origin}${url}`)).status(), url).toBe(200);
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

/** Every icon and screenshot a manifest names. */
function picturesOf(manifest: string): string[] {
  const { icons, screenshots } = JSON.parse(manifest) as Record<string, { src: string }[]>;
  return [...(icons ?? []), ...(screenshots ?? [])].map(({ src }) => src);
}
