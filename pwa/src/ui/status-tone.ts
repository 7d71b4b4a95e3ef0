import type { Tone } from './badge.tsx';

/** Emphasized when completed (SPEC §2). */
const TONES: Readonly<Record<string, Tone>> = {
  submitted: 'plain',
  contact_made: 'info',
  in_progress: 'wait',
  completed: 'good',
};

/** How the status of a referral looks. */
export function toneOf(status: string): Tone {
  return TONES[status] ?? 'plain';
}
