import { expect, test, waitForOfflineReady } from '../fixtures/test.ts';

const BUDGET_BYTES = 100_000;

test('The first view of /auth transfers at most 100 kB of JavaScript', async ({
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
  // Counts what the page loads for registering the worker too, though that comes after the view.
  await waitForOfflineReady(page);

  const bytesOf = (id: string) => transferred.get(id) ?? Number.NaN;
  const total = [...scripts.keys()].reduce((sum, id) => sum + bytesOf(id), 0);
  const headers = [...scripts.values()].reduce((sum, { headerBytes }) => sum + headerBytes, 0);
  console.log(
    `First view of /auth: ${total - headers} bytes of JavaScript in ${scripts.size} files, ` +
      `and ${headers} bytes of their headers (HTTP/1.1, not compressed)`,
  );
  expect(scripts.size).toBeGreaterThan(1);
  expect(total - headers).toBeLessThanOrEqual(BUDGET_BYTES);
});
