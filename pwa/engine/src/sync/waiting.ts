/** What waits or was refused: reading it, changing it, taking it back, saving it as a file. */

export {
  editUnsent,
  removeUnsent,
  restoreUnsent,
  type EditedValues,
  type EditOutcome,
  type Removal,
} from './outbox/change-row.ts';
export { countLongUnsent, readUnsent, type UnsentCounts } from './own/unsent-counts.ts';
export { reasonWords } from './outbox/log-reasons.ts';
export {
  readRowLog,
  readSent,
  readWaiting,
  WAITING_IN,
  type SentRows,
  type WaitingEntry,
} from './outbox/read-waiting.ts';
export { exportWaiting } from './outbox/unsent-file.ts';
