import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { routes } from '@sunloop/shared-types/routes.ts';
import { expect, onTestFinished, test } from 'vitest';
import { END_AFTER_MS } from './run.ts';
import { TestClient } from '../../src/test/client.ts';
import { startStandbyPair } from '../../src/test/standby.ts';

/** Much less than its threads' remaining work takes, and as a busy machine needs. */
const SOON_MS = 30_000;
/** Longer than a process that cannot stop runs on before it ends itself, with exit code 1. */
const ENDED_MS = 3 * END_AFTER_MS;

async function startStuck(endAfterMs: number): Promise<ChildProcess> {
  const script = fileURLToPath(
    new URL('../../src/test/processes/stuck-process.ts', import.meta.url),
  );
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [script, String(endAfterMs)], { stdio: [...stdio] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('unreachable');
  await once(child.stdout, 'data');
  return child;
}

const endsSoon = (child: ChildProcess) =>
  expect(once(child, 'exit', { signal: AbortSignal.timeout(SOON_MS) })).resolves.toBeDefined();

test('a second signal ends the process at once, whatever its threads still have to do', async () => {
  const child = await startStuck(60_000);
  const ended = endsSoon(child);
  child.kill('SIGTERM');
  child.kill('SIGINT');
  await ended;
});

test('a process that cannot stop ends when its time is up', async () => {
  const child = await startStuck(50);
  const ended = endsSoon(child);
  child.kill('SIGTERM');
  await ended;
});

test('a process that cannot go on says why and exits with an error', async () => {
  const script = fileURLToPath(
    new URL('../../src/test/processes/lost-process.ts', import.meta.url),
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  expect(said.toString()).toBe('Sunloop: the database is lost\n');
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  expect(code).toBe(1);
});

test(
  'a process that has read from a replica, which is frozen by now, ends by itself',
  { tags: 'sweep' },
  async () => {
    const pair = await startStandbyPair();
    onTestFinished(() => pair.close());
    const script = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
    const env = {
      ...process.env,
      PORT: '0',
      WEB_CONCURRENCY: '1',
      DATABASE_URL: pair.primary.url,
      DATABASE_READ_URLS: pair.standby.url,
      METRICS_TOKEN: 'a secret of the tests',
      SESSION_KEYS: 'a key of the reader',
    };
    // Said once nothing keeps the process any more; Node's own end after that has been seen to hang on a busy machine.
    const last = `data:text/javascript,process.on('exit', (code) => console.log('ends with ' + code))`;
    const child = spawn(process.execPath, ['--import', last, script], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (part) => (said += String(part)));
    await expect.poll(() => said, { timeout: 90_000 }).toMatch(/http:\/\/\S+/);
    const client = new TestClient(/http:\/\/\S+/.exec(said)?.[0] ?? '');
    const headers = { Authorization: 'Bearer a secret of the tests' };
    const figures = async () => (await client.fetch('/metrics', { headers })).text();
    await expect.poll(figures).toMatch(/^database_replica_in_use\{.*\} 1$/m);
    await client.signUp('reader');
    const { body } = await client.call(routes.pullReferrals, { query: { since: '' } });
    await client.call(routes.pullReferrals, { query: { since: body.cursor } });
    await pair.setFrozen(true);
    onTestFinished(() => pair.setFrozen(false));
    child.kill('SIGTERM');
    await expect.poll(() => said, { timeout: ENDED_MS }).toMatch(/^ends with \d+$/m);
    expect(said).toMatch(/^ends with 0$/m);
  },
);
