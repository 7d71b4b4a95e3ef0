import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** Much less than its threads' remaining work takes, and as a busy machine needs. */
const SOON_MS = 30_000;

async function startStuck(endAfterMs: number, ...more: string[]): Promise<ChildProcess> {
  const script = fileURLToPath(
    new URL('../../src/test/processes/stuck-process.ts', import.meta.url),
  );
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [script, String(endAfterMs), ...more], {
    stdio: [...stdio],
  });
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

test('a process whose work is over ends well, whatever its threads still have to do', async () => {
  const child = await startStuck(600_000, 'stops');
  const ended = endsSoon(child);
  child.kill('SIGTERM');
  await ended;
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
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
