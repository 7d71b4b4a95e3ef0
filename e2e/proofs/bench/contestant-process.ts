import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Contestant {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a contestant's server, a file in this folder, in a separate process; it prints its port when it
 * listens.
 */
export async function startContestant(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<Contestant> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.on('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
