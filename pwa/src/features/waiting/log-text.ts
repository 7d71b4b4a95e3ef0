import { formatMoment } from '../../lib/format-date.ts';
import type { LogLine } from '../../data/user-db.ts';
import { reasonWords, type WaitingEntry } from '../../sync/waiting.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';

const OTHER_REASON = 'It did not get through; it will be tried again.';

const LOOKS = {
  tried: { icon: 'sync', tone: 'wait', title: 'Tried to send' },
  sent: { icon: 'check', tone: 'good', title: 'Sent' },
  refused: { icon: 'alert', tone: 'bad', title: 'Not accepted' },
  edited: { icon: 'edit', tone: 'plain', title: 'You changed it' },
  removed: { icon: 'trash', tone: 'plain', title: 'You removed it' },
  restored: { icon: 'sync', tone: 'plain', title: 'You took it back' },
  lost: { icon: 'sync', tone: 'wait', title: 'Lost by the office, sending again' },
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
    detail: isTry ? (reasonWords(reason) ?? OTHER_REASON) : undefined,
  };
}
