import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../accounts/session/password.ts';
import { hashAtFullCost } from '../../test/hash-cost.ts';
import { startTestServer } from '../../test/server.ts';
import { makeWebRoot } from '../../test/web-root.ts';

/** More than may run at once and more than there are threads; the rest wait. */
const HASHES = 32;

test('the landing page and the app are served while passwords wait for the threads that read files', async () => {
  hashAtFullCost();
  const webRoot = await makeWebRoot({ 'assets/app-1.js': 'x'.repeat(100_000) });
  const server = await startTestServer({ webRoot });
  onTestFinished(async () => {
    await server.close();
    await rm(webRoot, { recursive: true });
  });
  const read = async (target: string) => (await fetch(`${server.url}${target}`)).text();
  const paths = ['/refer/NOBODY00', '/auth', '/', '/assets/app-1.js'];
  // A first round, because it loads code and opens connections.
  for (const target of paths) await read(target);

  let hashed = 0;
  const hashing = Array.from({ length: HASHES }, async () => {
    await hashPassword('correct horse');
    hashed += 1;
  });
  for (const target of paths) expect((await read(target)).length).toBeGreaterThan(0);
  const hashedBefore = hashed;
  // On a busy machine the last ones wait too long and are refused.
  await Promise.allSettled(hashing);
  // If all hashes were given to the threads at once, each file would wait for all of them.
  expect(hashedBefore).toBeLessThan(HASHES / 2);
});
