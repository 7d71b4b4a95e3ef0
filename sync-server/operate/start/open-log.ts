import { destination, pino, type Logger } from 'pino';
import { describeError } from '../../src/db/describe-error.ts';

/** What a pipe takes in one piece, so that the lines of processes that share it stay whole. Bytes. */
const PIECE_BYTES = 4096;

/**
 * The log of a process, on its standard output. Lines go out together, a quarter of a second late at most, and at the
 * latest when the process ends. Errors are described without what they quote of people's rows.
 */
export function openLog(): Logger {
  const bounds = { minLength: PIECE_BYTES - 1, maxWrite: PIECE_BYTES, periodicFlush: 250 };
  const serializers = { err: describeError };
  return pino({ serializers }, destination({ dest: 1, sync: false, ...bounds }));
}
