/**
 * `npm run proof load`: measures how much this machine's server can take, then shows that it works at 70 % of that for ten minutes
 * without an error, with hardly a refusal and without growing, and at 300 % for two minutes refuses within 100 ms what is too
 * much, answers the rest within 2 s (95 of 100 each), leaves nothing unanswered, loses nothing and is itself again within 10 s.
 * `--minutes` and `--overload-minutes` scale it, `--workers`, `--devices` and `--referrals` say of what: the data of some years,
 * because some calls take longer the more there is. `--wide` is for a machine that does other things meanwhile, as in CI.
 */
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startApp, type OwnApp } from '../../fixtures/app-process.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { runProgram } from '../../fixtures/put-back.ts';
import { endWithSignal } from '../../run/end-with-signal.ts';
import { useOwnTemporaryFolder } from '../../run/own-temporary-folder.ts';
import { memoryInUse } from './memory-in-use.ts';
import { prepareMix, type Mix } from './mix.ts';
import { closeConnections } from './send.ts';
import { msAt, type Tally } from './tally.ts';
import { askAtRate, askInTurn } from './traffic.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'overload-minutes': { type: 'string', default: '2' },
    workers: { type: 'string', default: '1' },
    devices: { type: 'string', default: '80' },
    referrals: { type: 'string', default: '200000' },
    wide: { type: 'boolean', default: false },
  },
});
const MINUTE_MS = 60_000;
/** As the server's own defaults are. */
const DEFAULTS = { DATABASE_QUEUE_WAIT_MS: '2000' };
/** Callers at once, up to more than there are connections to the database. */
const RAMP = [4, 8, 16, 32];
/** Two rounds of housekeeping, which comes every ten seconds: without it, a limit is none that can be held. */
const RAMP_STEP_MS = 20_000;
const STEADY_SHARE = 0.7;
const OVERLOAD_SHARE = 3;
/** How much wider the limits are. */
const WIDTH = given.wide ? 5 : 1;
/** What the report must hold, of 95 calls in 100. */
const ACCEPTED_MAX_MS = 2000 * WIDTH;
const REFUSED_MAX_MS = 100 * WIDTH;
const RECOVERY_MAX_MS = 10_000 * WIDTH;
/** One call in two hundred may meet a moment in which database and callers take both cores: 70 % gave 0.04 to 0.14 % on two. */
const REFUSED_MAX = 0.005 * WIDTH;
/** Of a machine that does other things, a call in a hundred may go without an answer. */
const FAULTS_MAX = given.wide ? 0.01 : 0;
/** MB a minute; of fewer minutes nothing can be said. */
const GROWTH_MAX = 1;
const GROWTH_FROM_MINUTES = 5;
const PROBES_A_SECOND = 20;
/** What is quicker than this is not told apart. */
const USUAL_MIN_MS = 50;
/** A server that began anew fills its heap for this long. */
const WARM_UP_MS = MINUTE_MS;

let failures = 0;
function judge(holds: boolean, words: string): void {
  if (!holds) failures += 1;
  console.log(`${holds ? 'ok  ' : 'OVER'} ${words}`);
}
const tell = (title: string, tally: Tally) => console.log([title, ...tally.lines()].join('\n  '));
const own = monitorEventLoopDelay({ resolution: 20 });
own.enable();
/** What else the machine does, and how late this process itself was since it was last asked. */
function noise(): string {
  const late = Math.round(own.percentile(99) / 1e6);
  own.reset();
  return `(load of the machine ${loadavg()[0]?.toFixed(1)}, callers late by ${late} ms)`;
}

/** The most that is answered in a second, with however many callers at once. */
async function measureLimit(traffic: { origin: string; mix: Mix }): Promise<number> {
  await askInTurn(traffic, RAMP[0] ?? 1, RAMP_STEP_MS);
  let limit = 0;
  for (const callers of RAMP) {
    const tally = await askInTurn(traffic, callers, RAMP_STEP_MS);
    tell(`${callers} callers ${noise()}`, tally);
    limit = Math.max(limit, tally.acceptedPerSecond);
  }
  return limit;
}

/** Resolves with how long 95 of 100 calls took at most. */
async function holdSteady(app: OwnApp, mix: Mix, perSecond: number): Promise<number> {
  const traffic = { origin: app.origin, mix };
  const ms = Number(given.minutes) * MINUTE_MS;
  console.log(`\n${Math.round(perSecond)} calls a second for ${given.minutes} minutes ${noise()}`);
  const warmUpMs = Math.min(WARM_UP_MS, ms / 4);
  const warm = await askAtRate(traffic, perSecond, warmUpMs);
  const mbBefore = await memoryInUse(inspectPort);
  const tally = await askAtRate(traffic, perSecond, ms - warmUpMs);
  const mbAfter = await memoryInUse(inspectPort);
  tell(`70 % ${noise()}`, tally);
  const sum = (countOf: (one: Tally) => number) => countOf(warm) + countOf(tally);
  const [faults, refused] = [sum((one) => one.faultCount), sum((one) => one.refused.length)];
  const calls = sum((one) => one.accepted.length) + faults + refused;
  judge(faults <= FAULTS_MAX * calls, `${faults} errors in ${calls} calls`);
  judge(refused <= REFUSED_MAX * calls, `${refused} refused with Retry-After`);
  const growth = ((mbAfter - mbBefore) * MINUTE_MS) / (ms - warmUpMs);
  judge(
    growth <= GROWTH_MAX || Number(given.minutes) < GROWTH_FROM_MINUTES,
    `memory in use grows by ${growth.toFixed(2)} MB a minute, from ${mbBefore.toFixed(0)} to ${mbAfter.toFixed(0)} MB`,
  );
  return Math.max(USUAL_MIN_MS, msAt(tally.accepted, 0.95));
}

async function overload(app: OwnApp, mix: Mix, perSecond: number, usualMs: number): Promise<void> {
  const traffic = { origin: app.origin, mix };
  const minutes = given['overload-minutes'];
  console.log(`\n${Math.round(perSecond)} calls a second for ${minutes} minutes ${noise()}`);
  const tally = await askAtRate(traffic, perSecond, Number(minutes) * MINUTE_MS);
  const recoveredMs = await recover(traffic, { usualMs, since: tally.endedAt });
  tell(`300 % ${noise()}`, tally);
  judge(tally.faultCount === 0, `${tally.faultCount} calls without an answer, or with another`);
  const acceptedMs = msAt(tally.accepted, 0.95);
  judge(
    acceptedMs <= ACCEPTED_MAX_MS,
    `95 of 100 that are accepted are answered in ${acceptedMs} ms`,
  );
  judge(tally.refused.length > 0, `${tally.refused.length} refused with Retry-After`);
  const refusedMs = msAt(tally.refused, 0.95);
  judge(refusedMs <= REFUSED_MAX_MS, `95 of 100 refusals come in ${refusedMs} ms`);
  judge(recoveredMs <= RECOVERY_MAX_MS, `as before after ${(recoveredMs / 1000).toFixed(1)} s`);
}

/** How long after the overload it takes until, of a second's calls, none is refused and they are about as quick as before. */
async function recover(
  traffic: { origin: string; mix: Mix },
  { usualMs, since }: { usualMs: number; since: number },
): Promise<number> {
  for (;;) {
    const beganAt = performance.now();
    const tally = await askAtRate(traffic, PROBES_A_SECOND, 1000);
    const isCalm = tally.refused.length === 0 && tally.faultCount === 0;
    if (isCalm && msAt(tally.accepted, 0.95) <= 2 * usualMs) return beganAt - since;
    if (beganAt - since > 6 * RECOVERY_MAX_MS) return Infinity;
  }
}

async function findLost(app: OwnApp, { taken }: Mix): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    'select count(*)::int as count from referrals where id = any($1::uuid[])',
    [[...taken]],
  );
  return taken.size - (row?.count ?? 0);
}

const folder = useOwnTemporaryFolder();
const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
endWithSignal(cleanUp);
const inspectPort = await findFreePort();
const app = await startApp({
  // Of the first process, if there are several.
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
  WEB_CONCURRENCY: given.workers,
  TRUST_PROXY: '1',
  ...DEFAULTS,
});
try {
  await app.whileStopped(() => runProgram(app, 'seed', '--referrals', given.referrals));
  const mix = await prepareMix(app.origin, Number(given.devices));
  const limit = await measureLimit({ origin: app.origin, mix });
  console.log(`\nThe limit: ${Math.round(limit)} calls a second`);
  const usualMs = await holdSteady(app, mix, limit * STEADY_SHARE);
  await overload(app, mix, limit * OVERLOAD_SHARE, usualMs);
  const lost = await findLost(app, mix);
  judge(lost === 0, `of ${mix.taken.size} rows whose push was accepted ${lost} are not stored`);
} finally {
  closeConnections();
  await app.stop();
  cleanUp();
}
process.exitCode = failures === 0 ? 0 : 1;
