import { readPlan } from './plan.ts';
import { testRehearsals } from './rehearsal-test.ts';

testRehearsals(readPlan(), 30 * 60_000);
