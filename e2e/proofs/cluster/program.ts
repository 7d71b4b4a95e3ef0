import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../fixtures/free-port.ts';
import { killTree } from '../kills/process-tree.ts';

const LOOK_EVERY_MS = 200;
/** Milliseconds. */
const STOPS_WITHIN = 30_000;

interface Recipe {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** For its log. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program of the rehearsal, in the foreground and with its own log, which can be killed and started again. */
export interface Program {
  readonly name: string;
  /** Undefined unless it runs. */
  pid(): number | undefined;
  start(): void;
  /** As a power failure does. */
  kill(): Promise<void>;
  /** As an operator does. */
  stop(): Promise<void>;
}

const endings: (() => void)[] = [];
process.once('exit', endAll);

/** Has this done when this process ends, however many there are. */
export function atExit(end: () => void): void {
  endings.push(end);
}

/** Does now what was to be done at the end: programs are killed, and disks given back. */
export function endAll(): void {
  for (const end of endings.splice(0)) {
    try {
      end();
    } catch (error) {
      // The others are ended all the same.
      console.error('Not ended:', error);
    }
  }
}

/** The account that runs what refuses to be root, and owns its files. */
export const ACCOUNT = accountOf('postgres');

function accountOf(name: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A program that runs as `ACCOUNT`; it ends with this process. */
export function programOf({ name, command, args, folder, env = {} }: Recipe): Program {
  let child: ChildProcess | undefined;
  const isRunning = () => child?.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    if (!running || !isRunning()) return;
    const ended = once(running, 'exit');
    const impatience = setTimeout(() => running.kill('SIGKILL'), STOPS_WITHIN);
    running.kill(signal);
    await ended.finally(() => clearTimeout(impatience));
  };
  atExit(() => child?.kill('SIGKILL'));
  return {
    name,
    pid: () => (isRunning() ? child?.pid : undefined),
    start() {
      const log = openSync(path.join(folder, `${name}.log`), 'a');
      child = spawn(command, args, {
        ...ACCOUNT,
        cwd: folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
      });
    },
    async kill() {
      const pid = isRunning() ? child?.pid : undefined;
      if (pid !== undefined) await killTree(pid);
    },
    stop: () => end('SIGTERM'),
  };
}

const given = new Set<number>();

/** A free loopback port that nobody else in this process was given. */
export async function freePort(): Promise<number> {
  const port = await findFreePort();
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

/** Waits until it is so; throws with what was waited for when the time is up. Milliseconds. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 120_000,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${limitMs} ms`);
    await pause(LOOK_EVERY_MS);
  }
}

/** The body of an answer of one of the programs, or nothing if it does not answer with 200 within 2 s. */
export async function askJson<Shape>(url: string): Promise<Shape | undefined> {
  const body = await askText(url);
  return body === undefined ? undefined : (JSON.parse(body) as Shape);
}

/** Whether it answers with 200. */
export const isAnswered = async (url: string) => (await askText(url)) !== undefined;

async function askText(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const body = await response.text();
    return response.ok ? body : undefined;
  } catch {
    // It is down or frozen, which is what the rehearsal is about.
    return undefined;
  }
}
