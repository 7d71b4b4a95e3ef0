import type { Tone } from './badge.tsx';

/** The further a referral has come, the warmer; emphasised when completed (SPEC §2). */
const TONES: Readonly<Record<string, Tone>> = {
  submitted: 'plain',
  contact_made: 'info',
  in_progress: 'wait',
  completed: 'good',
};

/** How the status of a referral looks, everywhere alike; plain where a newer server has another one. */
export function statusTone(status: string): Tone {
  return TONES[status] ?? 'plain';
}
