import { useState } from 'react';
import { exportAccount } from '@sunloop/engine/account.ts';
import { readReach } from '@sunloop/engine/data/sync-state.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';
import './data-part.css';
import { EraseDialog } from './erase-dialog.tsx';

const FILE = 'sunloop-data.json';
const SAVED = { title: 'File saved', description: `${FILE} is in your downloads.` };

/** Everything that is held about the person: to download, or to delete. */
export function DataPart() {
  const db = useUserDb();
  const [isAsking, setAsking] = useState(false);
  const reach = useStored(readReach) ?? 'ok';
  const { isBusy, run } = useChange({ failed: 'Download Failed', done: SAVED });
  const isAway = reach !== 'ok';
  const download = async () => {
    saveFile(FILE, await exportAccount(db));
  };
  return (
    <>
      {isAway && <p className="muted">Both need a connection.</p>}
      <div className="data-acts">
        <Button
          variant="quiet"
          icon="device"
          isDisabled={isBusy || isAway}
          onPress={() => void run(download)}
        >
          {isBusy ? 'Downloading...' : 'Download my data'}
        </Button>
        <Button variant="danger" icon="trash" isDisabled={isAway} onPress={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </>
  );
}
