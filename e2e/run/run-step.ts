import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { untilEnding } from './end-with-signal.ts';

interface StepOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Its output is held back until it is over, and shown only if it failed. */
  readonly isHeldBack?: boolean;
}

/** Runs one step of the test command, shows its output and how long it took, and returns whether it passed. */
export async function runStep(
  name: string,
  [command = '', ...args]: readonly string[],
  { env = {}, isHeldBack = false }: StepOptions = {},
): Promise<boolean> {
  await untilEnding();
  if (!isHeldBack) console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const output = isHeldBack ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  });
  const [said, complained, [status]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[number | null]>,
  ]);
  await untilEnding();
  const isPassed = status === 0;
  if (isHeldBack && !isPassed) console.log(`\n== ${name}\n${said}${complained}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`== ${name}: ${isPassed ? 'passed' : 'FAILED'} after ${seconds} s`);
  return isPassed;
}
