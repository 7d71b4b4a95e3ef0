import type { LogEvent } from '../../data/user-db.ts';
import { reasonWords } from '../../sync/waiting.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/badge.tsx';

/** Icon and text of each log event in a referral's history. */
export const LOG_LOOKS: Record<LogEvent, { icon: IconName; tone: Tone; title: string }> = {
  tried: { icon: 'sync', tone: 'wait', title: 'Could not be sent yet' },
  sent: { icon: 'cloud', tone: 'plain', title: 'Sent from this device' },
  refused: { icon: 'alert', tone: 'bad', title: 'Not accepted' },
  edited: { icon: 'edit', tone: 'plain', title: 'You changed it' },
  removed: { icon: 'trash', tone: 'plain', title: 'You removed it' },
  restored: { icon: 'sync', tone: 'plain', title: 'You put it back' },
  lost: { icon: 'sync', tone: 'wait', title: 'Lost by the office, sending again' },
};

/** The reason in words, and how often it happened. */
export function logDetail({ reason, times }: { reason: string | null; times: number }) {
  const why = reasonWords(reason);
  const often = times > 1 ? `Tried ${times} times.` : undefined;
  return [why, often].filter(Boolean).join(' ') || undefined;
}
