import { useMemo, useState } from 'react';
import { draftStore } from '@sunloop/engine/data/drafts.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { MESSAGE } from './share-links.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

const messageStore = (db: UserDb) => draftStore(db, 'share-message');
const readMessage = (db: UserDb) => messageStore(db).read();

/** The message that goes with the person's link, kept on this device as they word it; without words it is ours again. */
export function useMessage() {
  const db = useUserDb();
  const store = useMemo(() => messageStore(db), [db]);
  const kept = useStored(readMessage);
  const [typed, setTyped] = useState<string>();
  const message = typed ?? kept?.['text'] ?? MESSAGE;
  const keep = async (text: string) => {
    setTyped(text);
    try {
      await (text.trim() === '' ? store.drop() : store.save({ text }));
    } catch (error) {
      console.warn('The message is not kept on this device:', error);
    }
  };
  return {
    message: message.trim() || MESSAGE,
    field: {
      label: 'Your message to friends',
      name: 'message',
      value: message,
      error: undefined,
      onChange: (text: string) => void keep(text),
      // What another tab or dialog keeps shows from then on.
      onBlur: () => setTyped(undefined),
    },
  };
}
