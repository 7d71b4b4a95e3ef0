/** A saved file coming back: reading it, and bringing back what it holds. */

export { readUnsentFile, type UnsentFile } from './outbox/read-unsent-file.ts';
export { isOwnFile, restoreFile, type Restored } from './outbox/restore-file.ts';
