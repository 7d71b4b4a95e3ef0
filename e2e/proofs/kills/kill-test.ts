import { test as base, type TestInfo } from 'playwright/test';
import { runCourierKill } from './courier-kill.ts';
import { KILL_KINDS, type KillPlan, momentOf, planKill } from './kill-plan.ts';
import { runKill } from './kill-run.ts';
import { OUTCOME } from './kill-summary.ts';
import { type KillWorld, makeKillWorld } from './kill-world.ts';

/** Playwright's test with servers, a database and a proxy that can be killed. */
const killTest = base.extend<object, { world: KillWorld }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern, also where nothing is needed.
    async ({}, use) => {
      const world = await makeKillWorld();
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A test for each kind of kill, at a different moment each time. */
export function testEachKill(rows: number): void {
  for (const kind of KILL_KINDS) {
    killTest(
      `A kill (${kind}) during a replay loses and doubles nothing`,
      async ({ world }, testInfo) => {
        await testKill(world, planKill(kind, Date.now() % 1_000_000, rows), testInfo);
      },
    );
  }
}

/** A test for each of these plans. */
export function testKills(plans: readonly KillPlan[]): void {
  for (const [at, plan] of plans.entries()) {
    const title = `run ${at + 1}/${plans.length}: ${plan.kind}, seed ${plan.seed}`;
    killTest(title, ({ world }, testInfo) => testKill(world, plan, testInfo));
  }
}

async function testKill(world: KillWorld, plan: KillPlan, testInfo: TestInfo): Promise<void> {
  testInfo.slow();
  const what = `${plan.kind}, seed ${plan.seed}: ${momentOf(plan)}`;
  console.log(what);
  const outcome = await (plan.kind === 'courier' ? runCourierKill : runKill)(world, plan);
  const { recoveredMs, answered, inFlight } = outcome;
  const stand = `${answered} requests were answered, ${inFlight} on their way`;
  console.log(`${what}: ${stand}; all sent after ${(recoveredMs / 1000).toFixed(1)} s`);
  const description = JSON.stringify({ kind: plan.kind, ...outcome });
  testInfo.annotations.push({ type: OUTCOME, description });
}
