import { expect, test } from '../fixtures/test.ts';
import { waitForOfflineReady } from '../fixtures/signal.ts';

const VIEW_MAX_BYTES = 110_000;
const ALL_MAX_BYTES = 120_000;
/** Loaded when the view is complete and the browser idle; it is for the next visit. */
const REGISTRATION = /\/register-worker-[^/]+\.js$/;
/** Loaded once the page is idle, too: the button for passkeys. */
const PASSKEYS = /\/passkey(?:s|-part)-/;

test('The first view of /auth transfers at most 110 kB of JavaScript', async ({
  context,
  page,
}) => {
  const session = await context.newCDPSession(page);
  const scripts = new Map<string, { url: string; headerBytes: number }>();
  const transferred = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { mimeType, url, encodedDataLength: headerBytes } = response;
    if (/javascript/.test(mimeType)) scripts.set(requestId, { url, headerBytes });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    transferred.set(requestId, encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto('/auth');
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible();
  await waitForOfflineReady(page);

  const sized = [...scripts].map(([id, { url, headerBytes }]) => ({
    url,
    headerBytes,
    bytes: (transferred.get(id) ?? Number.NaN) - headerBytes,
  }));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const view = sized.filter(({ url }) => !REGISTRATION.test(url) && !PASSKEYS.test(url));
  const viewBytes = sum(view.map(({ bytes }) => bytes));
  const allBytes = sum(sized.map(({ bytes }) => bytes));
  const headerBytes = sum(sized.map((script) => script.headerBytes));
  console.log(
    `First view of /auth: ${viewBytes} bytes of JavaScript in ${view.length} files; ` +
      `${allBytes} with the worker's registration and passkeys; ${headerBytes} bytes of HTTP/1.1 headers beside it`,
  );
  // The registration was loaded and left out: one file or, with what it shares with the notices, two.
  expect(sized.length - view.length).toBeGreaterThan(0);
  expect(viewBytes).toBeLessThanOrEqual(VIEW_MAX_BYTES);
  expect(allBytes).toBeLessThanOrEqual(ALL_MAX_BYTES);
});
