/** What the office is told of this device. */

export { readTold, tellDiscarded, type ToldReport } from './outbox/tell-office.ts';
