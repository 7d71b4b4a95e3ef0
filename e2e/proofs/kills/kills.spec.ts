import { testKills } from './kill-test.ts';
import { readPlans } from './kill-plans.ts';

testKills(readPlans());
