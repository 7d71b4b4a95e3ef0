import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { routes } from '@sunloop/shared-types/routes.ts';
import { seedReferrals } from '../../fixtures/many-referrals.ts';
import { makePerson, sessionCookies } from '../../fixtures/people.ts';
import { makeBenchWorld, METRICS_TOKEN } from './bench-world.ts';
import type { Measurements } from './measurements.ts';

/** What browsers accept; each on its own, because the server chooses between several. */
const ENCODINGS = ['br', 'gzip', 'deflate', 'zstd'] as const;
const PLAIN = 'identity';
const STORED = 2000;
/** Answers per turn: enough for the process's CPU time, which is counted in hundredths of a second. */
const ANSWERS = 10;
const BYTES = 100_000;

export const compressionName = (encoding: string) =>
  `CPU for 100 kB of JSON more than plain: ${encoding}`;

/** CPU time the server spends on compressing an answer, by what the browser accepts. */
export async function benchCompression(
  measured: Measurements,
  { runs }: { runs: number },
): Promise<void> {
  const world = await makeBenchWorld();
  const { app } = world;
  try {
    const person = await makePerson(app);
    await seedReferrals(app, person, STORED);
    const cookies = await sessionCookies(app, person);
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const read = (encoding: string) =>
      ask(app.port, routes.listReferrals.path, { Cookie, 'Accept-Encoding': encoding });
    const plain = (await read(PLAIN)).length;
    const costOf = async (encoding: string) => {
      await read(encoding);
      const before = await cpuMs(app.port);
      for (let count = 0; count < ANSWERS; count += 1) await read(encoding);
      return ((await cpuMs(app.port)) - before) / ANSWERS;
    };
    for (let run = 0; run < runs; run += 1) {
      const base = await costOf(PLAIN);
      for (const encoding of ENCODINGS) {
        const size = (await read(encoding)).length / plain;
        const ms = Math.max(0, (((await costOf(encoding)) - base) * BYTES) / plain);
        console.log(`${encoding}: ${ms.toFixed(2)} ms, ${size.toFixed(3)} of the size`);
        measured.add(compressionName(encoding), 'ms', ms);
        measured.add(`size of an answer: ${encoding}`, '×', size);
      }
    }
  } finally {
    await world.stop();
  }
}

/** The encoding that costs most; undefined if none was measured. */
export function dearestEncoding(measured: Measurements): number | undefined {
  const costs = ENCODINGS.flatMap((encoding) => measured.median(compressionName(encoding)) ?? []);
  return costs.length === 0 ? undefined : Math.max(...costs);
}

async function cpuMs(port: number): Promise<number> {
  const text = await ask(port, '/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` });
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(text.toString())?.[1];
  if (seconds === undefined) throw new Error('the server does not report its CPU time');
  return Number(seconds) * 1000;
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      if (answer.statusCode === 200) resolve(buffer(answer));
      else reject(new Error(`${path} answered ${answer.statusCode}`));
    });
    call.on('error', reject);
    call.end();
  });
}
