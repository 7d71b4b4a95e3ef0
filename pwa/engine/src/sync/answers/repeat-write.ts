import { READ_RETRY_BASE_MS, WRITE_MAX_RETRIES } from '@sunloop/shared-types/limits.ts';
import { ApiError, isProblem, type Problem } from '../../api/problems.ts';
import type { SyncDeps } from '../ground/deps.ts';

/**
 * Does a write while the person waits, up to twice more if nobody answered or the server failed (SPEC §9). Only for
 * what is safe to repeat. `send` is given the number of earlier tries. Throws the last `Problem`.
 */
export async function repeatWrite<T>(
  send: (retries: number) => Promise<T>,
  deps: Pick<SyncDeps, 'wait'>,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await send(retries);
    } catch (error) {
      if (retries === WRITE_MAX_RETRIES || !isProblem(error) || !isWorthwhile(error)) throw error;
      await deps.wait(READ_RETRY_BASE_MS * 2 ** retries);
    }
  }
}

/** A refusal is final, whatever its reason. */
function isWorthwhile(problem: Problem): boolean {
  return !(problem instanceof ApiError) || problem.status >= 500;
}

/** Repeating a write that makes a row would make two; one that expects an earlier state would conflict with itself. */
export function isSafeToRepeat(method: string, body: unknown): boolean {
  if (method === 'PATCH') return !(body as { expected?: unknown } | undefined)?.expected;
  return method === 'PUT' || method === 'DELETE';
}
