import { SWEEP } from '../fixtures/tags.ts';
import { test } from '../fixtures/test.ts';
import { testEachKill } from '../proofs/kills/kill-test.ts';

// One run of each kind; many, and with more rows, are `npm run proof kills`.
test.describe('Kills', SWEEP, () => testEachKill(200));
