import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { TestClient } from '../client.ts';
import type { ReachableProgram } from '../reachable.ts';

/** On a busy machine, making a database takes long. Milliseconds. */
const READY_MS = 240_000;

export interface WorkerGroup {
  readonly origin: string;
  readonly supervisor: number;
  /** What it has said so far, line by line. */
  readonly lines: readonly string[];
  /** Ids of the workers that serve, as the log says. */
  readonly serving: () => number[];
  /** Resolves once a line has these words. */
  readonly says: (words: string) => Promise<void>;
  /** A caller whose calls go to the workers in turn. */
  readonly client: () => TestClient;
  readonly signal: (name: NodeJS.Signals) => void;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** A supervisor and its workers, as `npm start` runs them, on a free port in a folder of their own; resolves when all serve. */
export async function startWorkerGroup(
  env: Readonly<Record<string, string>>,
  { node, main }: ReachableProgram = { node: process.execPath, main: MAIN },
): Promise<WorkerGroup> {
  // The latter is where `npm test` lets processes share what they compile.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-workers-'));
  // The database's own account must reach it when the tests run as root.
  await chmod(dataDir, 0o755);
  const child = spawn(node, [main], {
    // Workers that go on as another user must be able to enter it.
    cwd: path.dirname(main),
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => lines.push(line));
  const killWithUs = () => child.kill('SIGKILL');
  process.on('exit', killWithUs);
  const ended = once(child, 'exit').then(async ([code]) => {
    process.off('exit', killWithUs);
    await rm(dataDir, { recursive: true });
    return code as number | null;
  });
  const find = (words: string) => lines.find((line) => line.includes(words));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const says = async (words: string) => {
    const isSaid = () => {
      if (find(words) !== undefined) return true;
      if (isOver()) throw new Error(`the supervisor ended and said:\n${lines.join('\n')}`);
      return false;
    };
    await vi.waitUntil(isSaid, { timeout: READY_MS, interval: 20 }).catch((cause: unknown) => {
      throw new Error(`'${words}' is not said:\n${lines.join('\n')}`, { cause });
    });
  };
  await says('Sunloop is ready').catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const origin = /http:\S+/.exec(find('is ready') ?? '')?.[0] ?? '';
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return {
    origin,
    supervisor: child.pid ?? 0,
    lines,
    serving: () => servingBy(lines),
    says,
    client: () => new TestClient(origin, { isRoaming: true }),
    signal: (name) => void child.kill(name),
    ended,
    stop,
  };
}

function servingBy(lines: readonly string[]): number[] {
  const serving = new Set<number>();
  for (const line of lines) {
    const { pid, does } =
      /Worker (?<pid>\d+) (?<does>serves|ended|is replaced)/.exec(line)?.groups ?? {};
    if (does === 'serves') serving.add(Number(pid));
    else serving.delete(Number(pid));
  }
  return [...serving];
}
