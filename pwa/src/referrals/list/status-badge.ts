import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import type { Tone } from '../../ui/badge.tsx';
import { toneOf } from '../../ui/status-tone.ts';

/** Label and tone of a stored status; unknown ones read 'Pending' (SPEC §4). */
export function statusBadge(status: string): { label: string; tone: Tone } {
  return { label: referralStatusLabel(status), tone: toneOf(status) };
}
