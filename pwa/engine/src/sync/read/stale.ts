import { STALE_AFTER_MS } from '@sunloop/shared-types/limits.ts';
import { isOtherShape } from '../../data/read-shapes.ts';
import type { ResourceRow } from '../../data/user-db.ts';

/** Whether a time is old by SPEC §9. One in the future comes from a clock that was put back since. */
export function isOld(since: number, now: number): boolean {
  const ageMs = now - since;
  return ageMs >= STALE_AFTER_MS || ageMs < 0;
}

/** Whether a read is due: never answered, touched by a write, of another shape or old. */
export function isDue(row: ResourceRow | undefined, now: number): boolean {
  const { fetchedAt = 0, triedAt = 0, isTouched } = row ?? {};
  const since = isOtherShape(row) ? 0 : fetchedAt;
  return isTouched === true || isOld(Math.max(since, triedAt), now);
}
