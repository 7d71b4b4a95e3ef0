import { formatMoment } from '../../lib/format-date.ts';
import type { LogLine } from '@sunloop/engine/data/user-db.ts';
import { reasonWords, type WaitingEntry } from '@sunloop/engine/waiting.ts';
import { LOG_LOOKS } from '../../ui/log-looks.ts';
import type { TimelineEvent } from '../../ui/timeline.tsx';

const OTHER_REASON = 'It did not get through; it will be tried again.';

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
    ...LOG_LOOKS[event],
    key: String(id),
    when: times > 1 ? `${times} times, last ${formatMoment(lastAt)}` : formatMoment(at),
    detail: isTry ? (reasonWords(reason) ?? OTHER_REASON) : undefined,
  };
}
