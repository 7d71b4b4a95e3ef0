import { setTimeout as pause } from 'node:timers/promises';
import { Answers, type Phase } from './answers.ts';
import { type Fault, FAULTS, untilWhole } from './faults.ts';
import { type Fleet, makeFleet } from './fleet.ts';
import { type Installation, type InstallationPlan, startInstallation } from './installation.ts';
import { countLostStatuses, countMissing, judge, type Verdict } from './judge.ts';

const SETTLE_MS = 5000;
const BATCH_ROWS = 20;
/** How long the faults take together, by which devices spread their rows over them. */
const FAULTS_SECONDS = 480;

export interface RehearsalPlan extends InstallationPlan {
  readonly devices: number;
  readonly rows: number;
  /** Only faults whose names contain this. */
  readonly only: string;
}

/** What became of a fault. */
export interface Outcome extends Phase {
  readonly goalSeconds: number | undefined;
  /** Acknowledged rows that were not there when it was over, before devices sent them again. */
  readonly gone: number;
  readonly seconds: number;
}

export interface Findings {
  readonly outcomes: readonly Outcome[];
  /** When all faults were over and devices sent and read the rest. */
  readonly rest: Phase;
  readonly verdict: Verdict;
  readonly acknowledged: number;
  /** Sent again because the server told of a loss. */
  readonly healed: number;
  readonly lostStatuses: number;
}

/** Starts everything, lets the faults happen in turn while people work, and judges what is left. */
export async function rehearse(plan: RehearsalPlan): Promise<Findings> {
  const installation = await startInstallation(plan);
  const answers = new Answers();
  try {
    const paceMs = (FAULTS_SECONDS * 1000) / Math.max(1, plan.rows / BATCH_ROWS);
    const fleet = await makeFleet(installation.app, answers, { ...plan, paceMs });
    fleet.begin();
    const outcomes: Outcome[] = [];
    for (const fault of FAULTS.filter(({ name }) => name.includes(plan.only))) {
      const isPossible = fault.isPossible?.(installation) ?? true;
      if (isPossible !== true) console.log(`${fault.name}: left out, ${isPossible}`);
      else outcomes.push(await meet(fault, { installation, fleet, answers }));
    }
    answers.begin('the rest');
    await fleet.finish(SETTLE_MS);
    const verdict = await judge(installation, fleet);
    return {
      outcomes,
      rest: answers.end(),
      verdict,
      acknowledged: new Set(fleet.acknowledged()).size,
      healed: fleet.devices.reduce((sum, { found }) => sum + found.healed, 0),
      lostStatuses: await countLostStatuses(installation, fleet),
    };
  } finally {
    await installation.app.stop();
  }
}

interface World {
  readonly installation: Installation;
  readonly fleet: Fleet;
  readonly answers: Answers;
}

async function meet(fault: Fault, { installation, fleet, answers }: World): Promise<Outcome> {
  const startedAt = performance.now();
  answers.begin(fault.name);
  await fault.happen(installation);
  const before = fleet.acknowledged();
  const gone = await countMissing(installation, before);
  await untilWhole(installation);
  await pause(SETTLE_MS);
  const outcome = {
    ...answers.end(),
    goalSeconds: fault.goalSeconds,
    gone,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
  console.log(describe(outcome));
  return outcome;
}

function describe({ name, seconds, quietSeconds, goalSeconds, gone, counts }: Outcome): string {
  const goal = goalSeconds === undefined ? '' : ` (goal ${goalSeconds})`;
  const got = Object.entries(counts).map(([status, count]) => `${status} ${count}`);
  return `${name}: ${quietSeconds.toFixed(1)} s without writes${goal}, ${gone} gone, ${got.join(', ')}; ${seconds} s in all`;
}
