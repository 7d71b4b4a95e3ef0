/** What is told about sending: how much waits, and what holds it up. */

export {
  connectionState,
  readStatus,
  type ConnectionState,
  type SyncStatus,
} from './send/status.ts';
