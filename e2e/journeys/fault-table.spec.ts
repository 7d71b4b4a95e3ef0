import { SHORT_TABLE } from '../faults/cells.ts';
import { testCells } from '../faults/test-cells.ts';

// The diagonal of the table; all of it is `npm run fault-table`.
testCells(SHORT_TABLE);
