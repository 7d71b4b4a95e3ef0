import { ACHIEVEMENT_CHECK_MS } from '@sunloop/shared-types/limits.ts';
import type { Measurements } from '../measurements.ts';
import { benchServer, loadName, OURS } from './bench-server.ts';

const OPERATION = 'achievement check';
const CONNECTIONS = 50;
const POLLS = `polls a second that one process handles`;

/** Part e: the check every open app makes every 5 s, as often as one process can answer it. */
export async function benchPolls(
  measured: Measurements,
  { runs }: { runs: number },
): Promise<void> {
  const { series } = measured;
  const name = loadName(OPERATION, CONNECTIONS, OURS);
  const known = series.get(name)?.values.length ?? 0;
  await benchServer(measured, { runs, connections: [CONNECTIONS], only: [OPERATION] });
  for (const perSecond of series.get(name)?.values.slice(known) ?? []) {
    measured.add(POLLS, 'req/s', perSecond);
    const people = Math.round((perSecond * ACHIEVEMENT_CHECK_MS) / 1000);
    console.log(`${POLLS}: ${Math.round(perSecond)}, of ${people} people who look at it`);
  }
}
