import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../features/session/password.ts';
import { hashAtFullCost } from '../../test/hash-cost.ts';
import { startTestServer } from '../../test/server.ts';

/** More than may run at once and more than there are threads; the rest wait. */
const HASHES = 32;

async function makeWebRoot(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'assets'));
  for (const page of ['index.html', 'auth.html', 'refer.html'])
    await writeFile(path.join(folder, page), '<head><!-- head --><!-- /head --></head>');
  await writeFile(path.join(folder, 'assets', 'app-1.js'), 'x'.repeat(100_000));
  return folder;
}

test('the landing page and the app are served while passwords wait for the threads that read files', async () => {
  hashAtFullCost();
  const server = await startTestServer({ webRoot: await makeWebRoot() });
  onTestFinished(() => server.close());
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
