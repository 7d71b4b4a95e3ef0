import { pbkdf2 } from 'node:crypto';
import { runUntilSignal } from '../../../operate/start/run.ts';

// A process whose threads have minutes of work left, as after a flood of responses to compress, and which cannot stop unless
// its second argument is `stops`. The first says after how many milliseconds it must end all the same; it reports when it is
// running.
const ITERATIONS = 3_000_000;
const JOBS = 100;
await runUntilSignal(async () => {
  for (let job = 0; job < JOBS; job += 1) pbkdf2('', '', ITERATIONS, 64, 'sha512', () => undefined);
  const stops = process.argv[3] === 'stops';
  return { stop: () => (stops ? Promise.resolve() : new Promise<never>(() => undefined)) };
}, Number(process.argv[2]));
process.stdout.write('running\n');
