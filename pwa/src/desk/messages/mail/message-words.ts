import type { MessageState, OutgoingMessage } from '@sunloop/shared-types/messages/admin-mail.ts';
import { isMailKind, MAIL_KINDS } from '@sunloop/shared-types/messages/mail.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** What a state is called, and how it looks. */
export const STATES: Readonly<Record<MessageState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not delivered', tone: 'bad' },
  kept: { label: 'Kept', tone: 'info' },
};

/** A kind that a newer server sends is called by its key. */
export function kindLabel(kind: string): string {
  return isMailKind(kind) ? MAIL_KINDS[kind].label : kind;
}

/** What became of a message, in a sentence. */
export function storyOf({ state, tries, dueAt, settledAt, createdAt }: OutgoingMessage): string {
  const written = `Written ${formatMoment(createdAt)}`;
  if (state === 'waiting')
    return dueAt && tries > 0
      ? `${written} · tried ${timesOf(tries)}, again ${formatMoment(dueAt)}`
      : written;
  const done = { sent: 'sent', failed: 'given up', kept: 'kept to be read' }[state];
  return settledAt ? `${written} · ${done} ${formatMoment(settledAt)}` : written;
}

const timesOf = (tries: number) => (tries === 1 ? 'once' : `${tries} times`);
