import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../test/processes/stray-process.ts', import.meta.url));

/** A server that fails as it is told, and what its log says. */
async function startStray() {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const said = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await once(said, 'line');
  const [url = ''] = lines;
  const ask = (path: string) =>
    fetch(url + path).then(
      async (answer) => await answer.text(),
      () => 'cut off',
    );
  const says = (words: string) => lines.filter((line) => line.includes(words));
  const faults = (path: string) => says(`a fault of ${path}"`);
  return { ask, says, faults, ended, kill: () => void child.kill('SIGKILL') };
}

let shared: Awaited<ReturnType<typeof startStray>>;
beforeAll(async () => {
  shared = await startStray();
});
afterAll(() => shared.kill());

test.each([
  ['/timer', 'cut off'],
  ['/handler', 'cut off'],
  ['/rejection', 'cut off'],
  ['/stream', 'cut off'],
  ['/afterwards', 'ok'],
  ['/outside-rejection', 'ok'],
])('%s: an unexpected error ends its request, and the log gives it a number', async (path, end) => {
  const { ask, faults } = shared;
  const long = ask('/long');
  expect(await ask(path)).toBe(end);
  await expect.poll(() => faults(path)).toHaveLength(1);
  const line: unknown = JSON.parse(faults(path)[0] ?? '');
  expect(line).toMatchObject({ level: 50, requestId: expect.any(String) });
  expect([await long, await ask('/ok')]).toEqual(['done', 'ok']);
});

test('what is written to a response that is over is such an error', async () => {
  await shared.ask('/late-write');
  await expect.poll(() => shared.says('write after end')).toHaveLength(1);
  expect(await shared.ask('/long')).toBe('done');
});

test('what is thrown outside of a request ends the process, once the requests that run are answered', async () => {
  const { ask, faults, ended, kill } = await startStray();
  onTestFinished(kill);
  const long = ask('/long');
  expect(await ask('/outside')).toBe('ok');
  expect(await long).toBe('done');
  expect(await ended).toBe(1);
  expect(faults('/outside')).toHaveLength(1);
});
