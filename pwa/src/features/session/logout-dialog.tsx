import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { exportWaiting } from '../../sync/edit-unsent.ts';
import { readStatus } from '../../sync/status.ts';
import { syncNow } from '../../sync/sync-once.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import type { Logout } from './use-logout.ts';
import './logout-dialog.css';

type Props = { db: UserDb; logout: Logout };

/** Asks what shall become of work that has not reached the server (DESIGN, Whose data). */
export function LogoutDialog({ db, logout }: Props) {
  return (
    <Modal
      title="You have unsent referrals"
      isOpen={logout.isAsking}
      onClose={logout.cancel}
      role="alertdialog"
    >
      <Choices db={db} logout={logout} />
    </Modal>
  );
}

function Choices({ db, logout }: Props) {
  const status = useLiveQuery(() => readStatus(db), [db]);
  const [isSending, setSending] = useState(false);
  const [wasTried, setTried] = useState(false);
  const unsent = (status?.waiting ?? 0) + (status?.rejected ?? 0);

  const handleSend = async () => {
    setSending(true);
    await syncNow(db).finally(() => setSending(false));
    const now = await readStatus(db);
    setTried(true);
    if (now.waiting + now.rejected === 0) await logout.leave('keep');
  };
  const handleExport = async () => {
    saveTextFile('sunloop-unsent-referrals.csv', await exportWaiting(db));
  };
  return (
    <div className="logout-choices">
      <p>
        {unsent === 1 ? '1 referral has' : `${unsent} referrals have`} not reached our server.
        {status && status.rejected > 0 && ` Of these, ${status.rejected} could not be accepted.`}
      </p>
      {wasTried && (
        <Banner tone="wait" icon="cloudOff">
          Not everything could be sent now.
        </Banner>
      )}
      <Button icon="sync" isDisabled={isSending} onPress={() => void handleSend()}>
        {isSending ? 'Sending...' : 'Send now, then log out'}
      </Button>
      <Button variant="quiet" icon="lock" onPress={() => void logout.leave('keep')}>
        Keep on this device until I sign in again
      </Button>
      <Button variant="quiet" icon="device" onPress={() => void handleExport()}>
        Save as a file
      </Button>
      <Button variant="danger" icon="trash" onPress={() => void logout.leave('discard')}>
        Discard and log out
      </Button>
      <Button variant="bare" onPress={logout.cancel}>
        Stay signed in
      </Button>
    </div>
  );
}
