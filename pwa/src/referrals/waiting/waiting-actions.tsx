import { useState } from 'react';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { syncNow } from '@sunloop/engine/start.ts';
import type { SyncStatus } from '@sunloop/engine/status.ts';
import { Button } from '../../ui/button.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { HandOverButton } from '../courier/hand-over-button.tsx';
import { useUserDb } from '../../stored/user-db.ts';

type Props = { status: SyncStatus };

/** Sends now, or saves as a file everything unsent, and what was sent while the server does not know the session. */
export function WaitingActions({ status: { waiting, rejected, blocked } }: Props) {
  const db = useUserDb();
  const [isTrying, setTrying] = useState(false);
  const handleSend = async () => {
    setTrying(true);
    await orTell(() => syncNow(db), 'Nothing could be sent');
    setTrying(false);
  };
  const handleSave = () =>
    orTell(
      async () => saveTextFile('sunloop-unsent-referrals.csv', await exportWaiting(db)),
      'The file could not be made',
    );
  if (waiting + rejected === 0 && blocked !== 'sign-in') return null;
  return (
    <div className="row">
      {waiting > 0 && (
        <Button icon="sync" isDisabled={isTrying} onPress={() => void handleSend()}>
          {isTrying ? 'Sending...' : 'Send now'}
        </Button>
      )}
      <Button variant="quiet" icon="download" onPress={() => void handleSave()}>
        Save as file
      </Button>
      <HandOverButton />
    </div>
  );
}

/** Only the device's own storage can fail here; a missing connection is not a failure. */
async function orTell(work: () => Promise<void>, title: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`${title}:`, error);
    showToast({
      title,
      description: 'This device could not read its own storage. Reload the page and try again.',
      variant: 'destructive',
    });
  }
}
