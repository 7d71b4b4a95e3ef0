import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import { useState } from 'react';
import { endSession } from '@sunloop/engine/account.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { EndAllDialog } from './end-all-dialog.tsx';
import { SessionItem } from './session-item.tsx';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './sessions-card.css';

type Props = {
  sessions: ReadingOf<UserSession[]>;
  onEndAll: () => Promise<SaveOutcome>;
};

const DONE = { title: 'Logged out', description: 'That device has to sign in again.' };

/** Where the person is signed in, with buttons to sign out each device, or all at once. */
export function SessionsCard({ sessions, onEndAll }: Props) {
  const db = useUserDb();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useChange({ failed: 'Logout failed', done: DONE });
  return (
    <Card title="Where you are signed in">
      <Reading of={sessions} what="Your devices">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="lock" title="You are not signed in anywhere." />
          ) : (
            <ul className="session-list">
              {list.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  isBusy={isBusy}
                  onEnd={() => void run(() => endSession(db, session.id))}
                />
              ))}
            </ul>
          )
        }
      </Reading>
      <div className="form-actions">
        <Button variant="danger" onPress={() => setAsking(true)}>
          Log out of all my devices
        </Button>
      </div>
      {isAsking && <EndAllDialog onEndAll={onEndAll} onClose={() => setAsking(false)} />}
    </Card>
  );
}
