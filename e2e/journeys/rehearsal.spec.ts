import { test } from 'playwright/test';
import { SWEEP } from '../fixtures/tags.ts';
import { SHORT } from '../proofs/restore/plan.ts';
import { testRehearsals } from '../proofs/restore/rehearsal-test.ts';

// With more devices and rows: `npm run proof restore-rehearsal`.
test.describe('Rehearsal', SWEEP, () =>
  testRehearsals({ ...SHORT, seed: Date.now() % 1_000_000 }, 240_000),
);
