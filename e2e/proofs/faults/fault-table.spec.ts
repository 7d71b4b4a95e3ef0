import { FULL_TABLE } from './cells.ts';
import { testCells } from './test-cells.ts';

testCells(FULL_TABLE);
