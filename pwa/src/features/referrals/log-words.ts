import type { LogEvent } from '../../data/user-db.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/badge.tsx';

/** How each happening of the log reads in a referral's history. */
export const LOG_LOOKS: Record<LogEvent, { icon: IconName; tone: Tone; title: string }> = {
  tried: { icon: 'sync', tone: 'wait', title: 'Could not be sent yet' },
  sent: { icon: 'cloud', tone: 'plain', title: 'Sent from this device' },
  refused: { icon: 'alert', tone: 'bad', title: 'Not accepted' },
  edited: { icon: 'edit', tone: 'plain', title: 'You changed it' },
  removed: { icon: 'trash', tone: 'plain', title: 'You removed it' },
  restored: { icon: 'sync', tone: 'plain', title: 'You put it back' },
};

/** Why a try came to nothing; a reason of a newer build is left out. */
const REASONS: Record<string, string> = {
  offline: 'There was no connection.',
  captive: 'The Wi-Fi wanted a sign-in.',
  'server-away': 'Our server was away.',
  timeout: 'The answer did not come in time.',
  malformed: 'The answer was not from our server.',
  'server-error': 'Our server had a problem.',
  'step-behind': 'Our server had a problem.',
  wait: 'Our server asked to wait.',
  'sign-in': 'You were signed out.',
  inactive: 'The account was not active.',
  'wrong-user': 'Somebody else was signed in.',
  'update-needed': 'The app was too old.',
};

/** The words for why, and how often the same happened. */
export function logDetail({ reason, times }: { reason: string | null; times: number }) {
  const why = reason === null ? undefined : REASONS[reason];
  const often = times > 1 ? `Tried ${times} times.` : undefined;
  return [why, often].filter(Boolean).join(' ') || undefined;
}
