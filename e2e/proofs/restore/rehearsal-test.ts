import { expect, test } from 'playwright/test';
import { BY_FOLDER, BY_RESTORE } from '../../fixtures/put-back.ts';
import { FAULTS, FOUND } from './findings.ts';
import type { Plan } from './plan.ts';
import { rehearse } from './rehearse.ts';
import { BY_STANDBY } from './standby.ts';

/** A rehearsal of each way in which a server is put back. */
export function testRehearsals(plan: Plan, limitMs: number): void {
  for (const wayBack of [BY_STANDBY, BY_RESTORE, BY_FOLDER]) {
    test(`The fleet heals its server after ${wayBack.way}`, async ({ browser }, testInfo) => {
      test.setTimeout(limitMs);
      const found = await rehearse(wayBack, browser, plan);
      const description = JSON.stringify(found);
      testInfo.annotations.push({ type: FOUND, description });
      const { statusesLost, ...always } = FAULTS;
      // Where sessions go on, the admin has not been asked yet.
      const isAsked = wayBack.endsSessions;
      expect(found).toMatchObject(isAsked ? { ...always, statusesLost } : always);
      expect(found.cameBack).toBeGreaterThan(0);
    });
  }
}
