import { expect, test } from 'vitest';
import { patchSyncState, readSyncState } from '../../data/sync-state.ts';
import { ApiError } from '../../api/problems.ts';
import { anOpenDb } from '../../test/builders.ts';
import { fixedDeps } from '../../test/fixed-deps.ts';
import { changesOfSession, noteSession } from './note-verdict.ts';
import type { Verdict } from './verdict.ts';

const { deps } = fixedDeps();

/** What a verdict changes after so many failures in a row. */
async function changesAfter(failures: number, verdict: Verdict) {
  const db = await anOpenDb();
  await patchSyncState(db, { failures });
  const state = await readSyncState(db);
  return changesOfSession({ verdict, confirmed: state.confirmed }, state, deps);
}

test.each([
  [0, undefined],
  [7, undefined],
  [8, 1000],
  [9, 2000],
])(
  'after %i requests that failed alone, another one brings a pause of %s ms (rule 29)',
  async (failures, pauseMs) => {
    const changes = await changesAfter(failures, { kind: 'step-behind', reason: 'timeout' });
    const nextAt = pauseMs === undefined ? {} : { nextAt: deps.now() + pauseMs };
    expect(changes).toEqual({ failures: failures + 1, reach: 'ok', ...nextAt });
  },
);

test('an erased person’s queue is blocked until everything is forgotten (rule 7)', async () => {
  expect(await changesAfter(0, { kind: 'erased' })).toMatchObject({ blocked: 'sign-in' });
});

test('the queue keeps to a pause that a read was told of (rule 8)', async () => {
  const db = await anOpenDb();
  const { confirmed } = await readSyncState(db);
  const told = { status: 429, code: 'rate_limited', error: 'Refused', retryAfterMs: 30_000 };
  await noteSession(db, { problem: new ApiError(told), confirmed }, deps);
  expect(await readSyncState(db)).toMatchObject({ holdUntil: deps.now() + 30_000, reach: 'ok' });
});
