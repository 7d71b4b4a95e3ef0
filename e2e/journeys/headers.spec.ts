import { openDesk } from '../fixtures/desk-pages.ts';
import { makeFriend } from '../fixtures/people.ts';
import { addReferral, connection, listItem } from '../fixtures/referrals.ts';
import { readCaches } from '../fixtures/stored.ts';
import { expect, test } from '../fixtures/test.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';

const get = (url: string, encoding = 'identity') =>
  fetch(url, { headers: { 'Accept-Encoding': encoding } });

test('Files that must be revalidated each time are public and say so', async ({ network }) => {
  for (const path of ['/', '/auth', '/refer/ABCDEFGH', '/sw.js', '/manifest.webmanifest']) {
    const response = await get(`${network.origin}${path}`);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('Cache-Control'), path).toBe('no-cache, no-transform');
    expect(response.headers.get('Set-Cookie'), path).toBeNull();
  }
});

test('Files named after their content may be cached forever, as Brotli or gzip', async ({
  network,
}) => {
  const page = await (await get(network.origin)).text();
  const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, asset]) => asset ?? '');
  expect(assets.length).toBeGreaterThan(1);
  for (const asset of assets) {
    for (const encoding of ['br', 'gzip']) {
      const response = await get(`${network.origin}${asset}`, encoding);
      expect(response.headers.get('Cache-Control'), asset).toMatch(/max-age=31536000, immutable/);
      // A font is compressed already.
      if (asset.endsWith('.woff2')) continue;
      expect(response.headers.get('Content-Encoding'), asset).toBe(encoding);
      expect(response.headers.get('Vary'), asset).toContain('Accept-Encoding');
    }
  }
  expect((await get(network.origin, 'br')).headers.get('Content-Encoding')).toBe('br');
});

test('The security policy allows no inline code', async ({ network }) => {
  const { headers } = await get(`${network.origin}/auth`);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('A page may use what ours use and no other device of the visitor', async ({
  page,
  network,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(`${network.origin}/auth`);
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowedFeatures(): string[] };
    };
    return featurePolicy.allowedFeatures();
  });
  expect(allowed).toEqual(
    expect.arrayContaining([
      'clipboard-write',
      'publickey-credentials-create',
      'publickey-credentials-get',
      'screen-wake-lock',
    ]),
  );
  for (const unused of ['geolocation', 'microphone', 'payment', 'serial', 'usb'])
    expect(allowed).not.toContain(unused);
  // It would name a feature that it does not know.
  expect(said.filter((text) => text.includes('Permissions-Policy'))).toEqual([]);
});

test(
  'On an iPad a dialog of the desk holds the page still, as the security policy allows',
  SWEEP,
  async ({ app, page }) => {
    // What React Aria knows an iPad by; the console guard sees a style that was refused.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgentData', { value: undefined });
      Object.defineProperty(navigator, 'platform', { value: 'iPad' });
    });
    await openDesk(page, app, 'panel=overview');
    await page.getByRole('button', { name: /^Find/ }).click();
    await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible();
    const rules = await page
      .locator('head style')
      .evaluateAll((styles) =>
        styles.map((style) =>
          style instanceof HTMLStyleElement ? style.sheet?.cssRules.length : 0,
        ),
      );
    // Beside the page's own styles; one that was refused would have no rules.
    expect(rules).toContain(1);
    expect(rules).not.toContain(0);
  },
);

test(
  'After use no cache of the browser holds an answer of the API',
  SWEEP,
  async ({ home: page, network, person }) => {
    await waitForOfflineReady(page);
    await page.reload();
    const friend = makeFriend();
    await addReferral(page, friend);
    await expect(listItem(page, friend)).toContainText('Submitted');
    await expect(connection(page)).toHaveText('All sent');

    const cached = await readCaches(page);
    expect(cached.length).toBeGreaterThan(10);
    expect(cached.filter(({ url }) => url.includes('/api'))).toEqual([]);
    expect(cached.filter(({ body }) => body.includes(person.email))).toEqual([]);
    const answer = await get(`${network.origin}/api/user`);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  },
);
