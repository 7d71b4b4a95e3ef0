import { setTimeout as pause } from 'node:timers/promises';
import type { AppProcess } from '../../fixtures/app-process.ts';
import { makeAdmin, makePerson } from '../../fixtures/people.ts';
import { makeRows } from '../bench/rows.ts';
import type { Answers } from './answers.ts';
import { makeCaller } from './caller.ts';
import { type Statuses, workAtDesk } from './desk.ts';
import { makeScriptedDevice, type ScriptedDevice } from '../devices/scripted-device.ts';

const PROBES = 4;
const PROBE_EVERY_MS = 250;
const ADMINS = 2;
const READERS = 4;
const READ_EVERY_MS = 1000;
const DRAIN_WITHIN_MS = 300_000;

export interface FleetPlan {
  readonly devices: number;
  readonly rows: number;
  /** Between two batches of a device, while faults go on. */
  readonly paceMs: number;
}

/** Everybody who uses the installation. */
export interface Fleet {
  /** Those that send, probes and readers. */
  readonly devices: readonly ScriptedDevice[];
  readonly statuses: Statuses;
  /** Ids the server has acknowledged. */
  acknowledged(): string[];
  /** Everybody begins to work. */
  begin(): void;
  /** Faults are over: devices send all that is left, without pauses, and read once more after a while. */
  finish(settleMs: number): Promise<void>;
}

export async function makeFleet(
  app: AppProcess,
  answers: Answers,
  plan: FleetPlan,
): Promise<Fleet> {
  const make = async (rows: number) => {
    const person = await makePerson(app);
    const call = await makeCaller(app, person, answers);
    const device = makeScriptedDevice(person, call, friendsOf(person.id, rows));
    await device.read();
    return device;
  };
  const senders: ScriptedDevice[] = [];
  for (let at = 0; at < plan.devices; at += 1) senders.push(await make(plan.rows));
  const probes: ScriptedDevice[] = [];
  for (let at = 0; at < PROBES; at += 1) probes.push(await make(0));
  const readers = await Promise.all(
    senders.slice(0, READERS).map(async ({ person }) => {
      const reader = makeScriptedDevice(person, await makeCaller(app, person, answers), []);
      await reader.read();
      return reader;
    }),
  );
  const statuses: Statuses = new Map();
  const working = new AbortController();
  const { signal } = working;
  const work: Promise<void>[] = [];
  const admins = await Promise.all(
    Array.from({ length: ADMINS }, async () => {
      const person = await makePerson(app);
      await makeAdmin(app, person);
      return makeCaller(app, person, answers);
    }),
  );
  const all = [...senders, ...probes, ...readers];
  return {
    devices: all,
    statuses,
    acknowledged: () => all.flatMap(({ acknowledged }) => [...acknowledged.keys()]),
    begin() {
      for (const device of senders) work.push(live(device, plan.paceMs, signal));
      for (const device of readers) work.push(live(device, READ_EVERY_MS, signal));
      work.push(probe(probes, signal));
      for (const [at, call] of admins.entries()) {
        // Nobody changes what somebody else is changing.
        const own = senders.filter((_, index) => index % ADMINS === at);
        const ids = () => own.flatMap(({ acknowledged }) => [...acknowledged.keys()]);
        work.push(workAtDesk(call, { ids, statuses, signal }));
      }
    },
    async finish(settleMs) {
      working.abort();
      await Promise.all(work);
      await Promise.all(all.map(drain));
      await pause(settleMs);
      await Promise.all(all.map(drain));
    },
  };
}

/** Without phones, because one phone of two friends holds back their completion. */
const friendsOf = (word: string, count: number) =>
  makeRows(word, count).map((row) => ({ ...row, phone: null }));

async function live(device: ScriptedDevice, paceMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await pause(Math.max(paceMs, await device.step()));
}

/** Adds a row every quarter of a second, whatever became of those before, so that a pause of the server is seen. */
async function probe(probes: readonly ScriptedDevice[], signal: AbortSignal): Promise<void> {
  const sent: Promise<number>[] = [];
  for (let at = 0; !signal.aborted; at += 1) {
    const device = probes[at % probes.length];
    if (device) sent.push(device.push(friendsOf(crypto.randomUUID(), 1)));
    await pause(PROBE_EVERY_MS);
  }
  await Promise.all(sent);
}

/** Sends and reads until nothing waits and everything is told. */
async function drain(device: ScriptedDevice): Promise<void> {
  const giveUpAt = performance.now() + DRAIN_WITHIN_MS;
  while (device.waiting.length > 0 || !(await device.read())) {
    if (performance.now() > giveUpAt) throw new Error(`${device.waiting.length} rows still wait`);
    await pause(await device.step());
  }
}
