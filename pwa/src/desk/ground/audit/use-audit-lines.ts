import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import { AUDIT_PAGE_DEFAULT_ROWS } from '@sunloop/shared-types/limits.ts';
import { useState } from 'react';
import { isProblem } from '@sunloop/engine/api/problems.ts';
import { mergeLines } from './merge-lines.ts';

/** Loads the page before a line from the server; throws `ApiError` or `NotSent`. */
export type LoadBefore = (lineId: string) => Promise<readonly AuditLog[]>;
export type OlderState = 'more' | 'loading' | 'failed' | 'end';

/**
 * The log as far as it was scrolled: the first page, kept on this device, and older ones, which last while the list is
 * open.
 */
export function useAuditLines(first: readonly AuditLog[], loadBefore: LoadBefore) {
  const [seen, setSeen] = useState<readonly AuditLog[]>([]);
  const [isAtEnd, setAtEnd] = useState(false);
  const [trial, setTrial] = useState<{ isLoading: boolean; problem?: string }>({
    isLoading: false,
  });
  const lines = mergeLines(first, seen);
  const hasEnded = first.length < AUDIT_PAGE_DEFAULT_ROWS || (isAtEnd && lines !== first);

  const loadOlder = async () => {
    const last = lines.at(-1);
    if (!last || hasEnded || trial.isLoading) return;
    setTrial({ isLoading: true });
    try {
      const page = await loadBefore(last.id);
      setSeen([...lines, ...page]);
      setAtEnd(page.length < AUDIT_PAGE_DEFAULT_ROWS);
      setTrial({ isLoading: false });
    } catch (error) {
      if (!isProblem(error)) console.error('Older entries could not be read:', error);
      const problem = error instanceof Error ? error.message : String(error);
      setTrial({ isLoading: false, problem });
    }
  };
  return { lines, older: stateOf(trial, hasEnded), problem: trial.problem, loadOlder };
}

function stateOf(trial: { isLoading: boolean; problem?: string }, hasEnded: boolean): OlderState {
  if (hasEnded) return 'end';
  if (trial.isLoading) return 'loading';
  return trial.problem === undefined ? 'more' : 'failed';
}
