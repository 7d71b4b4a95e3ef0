import type { OutgoingMessage } from '@sunloop/shared-types/messages/admin-mail.ts';
import { isolate } from '../../../lib/isolate.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LongList } from '../../../ui/long-list.tsx';
import { kindLabel, STATES, storyOf } from './message-words.ts';
import './messages.css';

type Acts = {
  onSendAgain: (message: OutgoingMessage) => void;
  onRead: (message: OutgoingMessage) => void;
  /** Whether messages can be sent at all. */
  canSend: boolean;
};
type Props = Acts & { messages: readonly OutgoingMessage[] };

/** Messages, newest first: to whom, what became of each, and why not. */
export function MessageList({ messages, ...acts }: Props) {
  if (messages.length === 0) return <EmptyState icon="mail" title="There are no such messages." />;
  return (
    <LongList label="Messages" items={messages} keyOf={({ id }) => id}>
      {(message) => <MessageItem message={message} {...acts} />}
    </LongList>
  );
}

function MessageItem({
  message,
  onSendAgain,
  onRead,
  canSend,
}: Acts & { message: OutgoingMessage }) {
  const { kind, username, state, reason, isPush = false } = message;
  const label = kindLabel(kind);
  const to = isPush ? `a device, by ${message.to}` : message.to;
  const named = `${label} to ${to}`;
  return (
    <article className="message" aria-label={named}>
      <div className="message-text">
        <h3>
          {label} <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        </h3>
        <p>
          {username !== null && <>{isolate(username)}, </>}
          {to}
        </p>
        <p className="muted">{storyOf(message)}</p>
        {reason !== null && state !== 'sent' && <p className="message-reason">{reason}</p>}
      </div>
      <div className="message-acts">
        {state === 'kept' && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Read ${named}`}
            onPress={() => onRead(message)}
          >
            Read
          </Button>
        )}
        {state !== 'kept' && (canSend || isPush) && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Send again: ${named}`}
            onPress={() => onSendAgain(message)}
          >
            Send again
          </Button>
        )}
      </div>
    </article>
  );
}
