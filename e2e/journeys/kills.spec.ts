import { testEachKill } from '../kills/kill-test.ts';

// One run of each kind; many, and with more rows, are `npm run kills`.
testEachKill(200);
