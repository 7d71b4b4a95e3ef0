import type { Tone } from '../../ui/badge.tsx';

/** Emphasised when completed (SPEC §2). */
const TONES: Readonly<Record<string, Tone>> = {
  submitted: 'plain',
  contact_made: 'info',
  in_progress: 'wait',
  completed: 'good',
};

export function toneOf(status: string): Tone {
  return TONES[status] ?? 'plain';
}
