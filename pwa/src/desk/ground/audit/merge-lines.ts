import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';

/**
 * The newest page and all lines seen so far, newest first, each once. If they do not meet, more was written meanwhile
 * than a page holds, so the seen ones are dropped to leave no hidden gap.
 */
export function mergeLines(
  first: readonly AuditLog[],
  seen: readonly AuditLog[],
): readonly AuditLog[] {
  const ids = new Set(first.map(({ id }) => id));
  const isMeeting = seen.some(({ id }) => ids.has(id));
  return isMeeting ? [...first, ...seen.filter(({ id }) => !ids.has(id))] : first;
}
