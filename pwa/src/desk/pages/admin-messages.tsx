import {
  MESSAGE_STATES,
  type MessageDetail,
  type MessageState,
  type OutgoingMessage,
} from '@sunloop/shared-types/messages/admin-mail.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { type ReactNode, useState } from 'react';
import { LetterDialog } from '../messages/mail/letter-dialog.tsx';
import { MailStateCard } from '../messages/mail/mail-state-card.tsx';
import { MessageList } from '../messages/mail/message-list.tsx';
import { STATES } from '../messages/mail/message-words.ts';
import { askDesk, askPage } from '@sunloop/engine/desk.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeskSelect } from '../../ui/desk/select.tsx';
import { Reading } from '../../ui/reading.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

const ALL = 'all';
const FILTERS = [
  { id: ALL, label: 'All' },
  ...MESSAGE_STATES.map((id) => ({ id, label: STATES[id].label })),
];
const SENT_AGAIN = { title: 'On its way', description: 'The message is sent again.' };

/** Messages to people: whether mail works, what is sent when, and what became of each. */
export function AdminMessages() {
  const state = useDeskReading(routes.mailState);
  const act = useDeskAct();
  const test = async () => {
    const said = await act({ failed: 'The test failed' }, (write) => write(routes.testMail, {}));
    return said.isSaved ? said.answer : undefined;
  };
  return (
    <Reading of={state} what="The state of mail" lines={6}>
      {(mail) => (
        <div className="stack mail-desk">
          <MailStateCard state={mail} onTest={test} />
          <Messages
            canSend={mail.mode === 'send'}
            title={mail.mode === 'keep' ? 'Sent messages' : 'Messages'}
          />
        </div>
      )}
    </Reading>
  );
}

type MessagesProps = { canSend: boolean; title: string };

function Messages({ canSend, title }: MessagesProps) {
  const db = useUserDb();
  const [chosen, choose] = useState<MessageState>();
  const query = { state: chosen };
  const first = useDeskReading(routes.messages, { query });
  const [letter, setLetter] = useState<MessageDetail['letter']>(null);
  const act = useDeskAct();
  const sendAgain = ({ id }: OutgoingMessage) =>
    act({ failed: 'It was not sent', done: SENT_AGAIN }, (write) =>
      write(routes.sendMessageAgain, { params: { id } }),
    );
  const read = ({ id }: OutgoingMessage) =>
    act({ failed: 'It could not be read' }, async () => {
      setLetter((await askDesk(db, routes.messageDetail, { params: { id } })).letter);
    });
  return (
    <Card
      title={title}
      action={
        <DeskSelect
          label="Show"
          options={FILTERS}
          value={chosen ?? ALL}
          onChange={(id) => choose(MESSAGE_STATES.find((one) => one === id))}
        />
      }
    >
      <Reading of={first} what="Messages" lines={6}>
        {(messages) => (
          <Pages
            key={chosen}
            query={query}
            first={messages}
            next={first.kind === 'ready' ? first.next : undefined}
          >
            {(all) => (
              <MessageList
                messages={all}
                canSend={canSend}
                onSendAgain={(message) => void sendAgain(message)}
                onRead={(message) => void read(message)}
              />
            )}
          </Pages>
        )}
      </Reading>
      {letter && <LetterDialog letter={letter} onClose={() => setLetter(null)} />}
    </Card>
  );
}

type PagesProps = {
  query: { state: MessageState | undefined };
  first: readonly OutgoingMessage[];
  next: string | undefined;
  children: (messages: readonly OutgoingMessage[]) => ReactNode;
};

/** The first page, kept on this device, and those after it as they are asked for. */
function Pages({ query, first, next, children }: PagesProps) {
  const db = useUserDb();
  const [older, setOlder] = useState<{
    rows: readonly OutgoingMessage[];
    next: string | undefined;
  }>();
  const act = useDeskAct();
  const after = older ? older.next : next;
  const load = () =>
    act({ failed: 'Older messages could not be loaded' }, async () => {
      const page = await askPage(db, routes.messages, { query: { ...query, after } });
      setOlder({ rows: [...(older?.rows ?? []), ...page.rows], next: page.next });
    });
  const known = new Set(first.map(({ id }) => id));
  const rest = older?.rows.filter(({ id }) => !known.has(id)) ?? [];
  return (
    <>
      {children([...first, ...rest])}
      {after !== undefined && (
        <div className="row">
          <Button variant="quiet" size="sm" onPress={() => void load()}>
            Show older messages
          </Button>
        </div>
      )}
    </>
  );
}
