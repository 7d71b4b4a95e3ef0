// @module-tag sweep
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const here = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));

/** A run as `npm test` makes one, whose step starts a process in a group of its own that ignores signals. */
const RUN = `
  import { endWithSignal } from ${here('end-with-signal.ts')};
  import { useOwnTemporaryFolder } from ${here('own-temporary-folder.ts')};
  import { runStep } from ${here('run-step.ts')};
  import { rmSync } from 'node:fs';
  const folder = useOwnTemporaryFolder();
  endWithSignal(() => rmSync(folder, { recursive: true, force: true }));
  await runStep('server', [process.execPath, '-e', ${JSON.stringify(`
    const { spawn } = require('node:child_process');
    const { mkdtempSync } = require('node:fs');
    const folder = mkdtempSync(require('node:os').tmpdir() + '/data-');
    const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")';
    const child = spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: 'pipe' });
    child.stdout.once('data', () => console.log('PIDS', process.pid, child.pid, folder));
    setInterval(() => {}, 1000);
  `)}]);
`;

/** Whether it runs; one that ended, but whose new parent has not asked how, does not. */
const isAlive = (pid: number) => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
};

async function expectAllEnded(signal: NodeJS.Signals): Promise<void> {
  const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', RUN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told: string[] = [];
  for await (const line of createInterface(run.stdout)) {
    if (!line.startsWith('PIDS')) continue;
    told = line.split(' ').slice(1);
    break;
  }
  const [server = 0, stubborn = 0] = told.map(Number);
  const folder = told[2] ?? '';
  expect([isAlive(server), isAlive(stubborn), existsSync(folder)]).toEqual([true, true, true]);
  const ended = once(run, 'exit');
  run.kill(signal);
  await ended;
  expect([server, stubborn].filter(isAlive)).toEqual([]);
  expect(existsSync(path.dirname(folder))).toBe(false);
}

test('a run that gets SIGINT ends all it started, and leaves no file behind', () =>
  expectAllEnded('SIGINT'));

test.each(['SIGTERM', 'SIGHUP'] as const)('so does one that gets %s', (signal) =>
  expectAllEnded(signal),
);
