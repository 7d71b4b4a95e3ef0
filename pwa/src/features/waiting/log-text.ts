import { formatMoment } from '../../lib/format-date.ts';
import type { LogLine } from '../../data/user-db.ts';
import type { WaitingEntry } from '../../sync/read-waiting.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';

/** Why a try did not get through, by what the log keeps: a reach or a verdict. */
const REASONS: Record<string, string> = {
  offline: 'There was no connection.',
  timeout: 'The connection was too slow.',
  captive: 'The Wi-Fi wanted a sign-in first.',
  'server-away': 'Our server did not answer.',
  malformed: 'The answer could not be understood.',
  'sign-in': 'You have to sign in again.',
  inactive: 'Your account is paused.',
  'wrong-user': 'Another account was signed in.',
  'update-needed': 'This version of the app is too old.',
  'server-error': 'Our server had a problem.',
  'step-behind': 'Our server had a problem with it; the others go first.',
  split: 'It was too much at once and goes in smaller parts.',
  wait: 'Our server asked to wait a moment.',
};
const OTHER_REASON = 'It did not get through; it will be tried again.';

const LOOKS = {
  tried: { icon: 'sync', tone: 'wait', title: 'Tried to send' },
  sent: { icon: 'check', tone: 'good', title: 'Sent' },
  refused: { icon: 'alert', tone: 'bad', title: 'Not accepted' },
  edited: { icon: 'edit', tone: 'plain', title: 'You changed it' },
  removed: { icon: 'trash', tone: 'plain', title: 'You removed it' },
  restored: { icon: 'sync', tone: 'plain', title: 'You took it back' },
} as const satisfies Record<LogLine['event'], Omit<TimelineEvent, 'key' | 'when'>>;

/** What happened to an entry, from the moment it was saved. */
export function eventsOf({ savedAt, log }: WaitingEntry): TimelineEvent[] {
  const saved: TimelineEvent = {
    key: 'saved',
    icon: 'device',
    tone: 'good',
    title: 'Saved on this device',
    when: formatMoment(savedAt),
  };
  return [saved, ...log.map(toEvent)];
}

function toEvent({ id, event, reason, at, lastAt, times }: LogLine): TimelineEvent {
  const isTry = event === 'tried';
  return {
    ...LOOKS[event],
    key: String(id),
    when: times > 1 ? `${times} times, last ${formatMoment(lastAt)}` : formatMoment(at),
    detail: isTry ? (REASONS[reason ?? ''] ?? OTHER_REASON) : undefined,
  };
}
