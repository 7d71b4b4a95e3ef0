import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { TEST_SESSION_KEY, type TestServer } from '../server.ts';

export interface SecondProcess {
  readonly url: string;
  close(): Promise<void>;
}

/** The same application in another process, with a test server's database and keys. */
export async function startSecondProcess(server: TestServer): Promise<SecondProcess> {
  const script = fileURLToPath(new URL('app-process.ts', import.meta.url));
  const args = [script, server.database.url, TEST_SESSION_KEY];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(([code]) => Promise.reject(new Error(`the second process ended with ${code}`))),
  ]);
  const close = async () => {
    child.stdin.end();
    await exited;
  };
  return { url, close };
}
