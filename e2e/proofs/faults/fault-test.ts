import { startApp } from '../../fixtures/app-process.ts';
import { expect, test as base, type WorkerFixtures } from '../../fixtures/test.ts';
import { openFaultProxy, type FaultProxy } from './proxy.ts';
import { watchHeader, type HeaderWord } from './watch-header.ts';

interface FaultFixtures {
  /** This test's own way to the server. */
  way: FaultProxy;
  /** Every text the header's chip has shown in this test, in order. */
  header: readonly HeaderWord[];
}

/** The test of `fixtures/test.ts` with a way to the server on which single requests meet faults. */
export const faultTest = base.extend<FaultFixtures, WorkerFixtures>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern, also where nothing is needed.
    async ({}, use) => {
      // Each proxy has its own address, so that limits per address do not add up over the tests.
      const app = await startApp({ TRUST_PROXY: '1' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],

  way: async ({ app }, use) => {
    const proxy = await openFaultProxy(app.port);
    await use(proxy);
    await proxy.close();
  },

  baseURL: async ({ way }, use) => use(way.origin),

  header: async ({ context }, use, testInfo) => {
    const words = await watchHeader(context);
    await use(words);
    if (testInfo.status === testInfo.expectedStatus) return;
    const said = words.map(({ text, at }) => `${new Date(at).toISOString()} ${text}`).join('\n');
    await testInfo.attach('header', { body: said, contentType: 'text/plain' });
  },
});

export { expect };
