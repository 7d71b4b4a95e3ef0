import { SHORT_TABLE } from '../proofs/faults/cells.ts';
import { testCells } from '../proofs/faults/test-cells.ts';
import { SWEEP } from '../fixtures/tags.ts';
import { test } from '../fixtures/test.ts';

// The diagonal of the table; all of it is `npm run proof fault-table`.
test.describe('Fault table', SWEEP, () => testCells(SHORT_TABLE));
