import { PUSH_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import type { Pace } from '../../data/user-db.ts';

/**
 * After a request hung, a quarter of its size is tried, because each try that is still too large costs another 15 s.
 */
const SHRINK = 4;
/** A size grows by a quarter, and stays below what timed out until this many requests went through. */
const GROWTH = 1.25;
const TRUST_AFTER = 8;

/**
 * A request of this many rows hung while the server answered something small, so this connection takes less at once.
 */
export function afterTimeout(sentRows: number): Pace {
  return { rows: Math.max(1, Math.floor(sentRows / SHRINK)), failedRows: sentRows, passed: 0 };
}

/**
 * A request of this many rows went through. Sizes grow slowly and stay below what failed, because otherwise every
 * second request would hang on a slow connection; a request smaller than allowed says nothing.
 */
export function afterSuccess(pace: Pace, sentRows: number): Pace {
  if (pace.failedRows === null || sentRows < pace.rows) return pace;
  const isTrusted = pace.passed + 1 >= TRUST_AFTER;
  const failedRows = isTrusted ? pace.failedRows * 2 : pace.failedRows;
  const passed = isTrusted ? 0 : pace.passed + 1;
  const grown = Math.ceil(pace.rows * GROWTH);
  if (failedRows > PUSH_MAX_ROWS) {
    const rows = Math.min(PUSH_MAX_ROWS, grown);
    return { rows, failedRows: rows === PUSH_MAX_ROWS ? null : failedRows, passed };
  }
  return { rows: Math.max(1, Math.min(grown, failedRows - 1)), failedRows, passed };
}
