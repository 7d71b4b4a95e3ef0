import { REFERRAL_DATE_MAX_AGE_MS } from '@sunloop/shared-types/limits.ts';

/** The device's time if it is believable; if absent, in the future or over a year old, it becomes `now`. */
export function claimedDate(claim: string | null | undefined, now: Date): Date {
  if (claim === null || claim === undefined) return now;
  const claimed = new Date(claim);
  const ageMs = now.getTime() - claimed.getTime();
  return ageMs >= 0 && ageMs <= REFERRAL_DATE_MAX_AGE_MS ? claimed : now;
}
