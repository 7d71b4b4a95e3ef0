import { expect, installedTest as test } from '../fixtures/installed-app.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';
import { SWEEP } from '../fixtures/tags.ts';

test(
  'Chromium finds the app installable and no fault in its manifest',
  SWEEP,
  async ({ network, profile }) => {
    const page = await profile.newPage();
    await page.goto(`${network.origin}/auth`);
    await waitForOfflineReady(page);
    const session = await profile.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const manifest = await session.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(manifest.url).toBe(`${network.origin}/manifest.webmanifest`);
    expect(JSON.parse(manifest.data ?? '')).toMatchObject({
      id: '/',
      display: 'standalone',
      display_override: ['standalone', 'minimal-ui'],
      launch_handler: { client_mode: ['navigate-new'] },
    });
    for (const url of picturesOf(manifest.data ?? '')) {
      expect((await page.request.get(`${network.origin}${url}`)).status(), url).toBe(200);
    }
  },
);

test('The manifest offers three phone screenshots and two of a desktop, each with the stated size', async ({
  page,
  network,
}) => {
  const answer = await page.request.get(`${network.origin}/manifest.webmanifest`);
  const { screenshots } = (await answer.json()) as { screenshots: Record<string, string>[] };
  expect(screenshots.map((shot) => shot['form_factor'])).toEqual([
    ...Array<string>(3).fill('narrow'),
    ...Array<string>(2).fill('wide'),
  ]);
  for (const { src = '', sizes } of screenshots) {
    const picture = await (await page.request.get(`${network.origin}${src}`)).body();
    // A PNG has its width and height in its first chunk.
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

/** Every icon and screenshot a manifest names. */
function picturesOf(manifest: string): string[] {
  const { icons, screenshots } = JSON.parse(manifest) as Record<string, { src: string }[]>;
  return [...(icons ?? []), ...(screenshots ?? [])].map(({ src }) => src);
}
