import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs Playwright with the configuration in a folder and returns its JSON report; a failed run sets the exit
 * code. A signal to us ends Playwright first, because it has servers and browsers to stop.
 */
export async function runPlaywright(
  config: string,
  { options = [], env = {} }: { options?: string[]; env?: Readonly<Record<string, string>> },
): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-report-'));
  const file = path.join(folder, 'report.json');
  const child = spawn('playwright', ['test', '-c', config, ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...env, E2E_REPORT: file },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => child.kill('SIGINT'));
  try {
    const [status] = await once(child, 'exit');
    if (status !== 0) process.exitCode = 1;
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
