import { type ReactNode, useState } from 'react';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { syncNow } from '@sunloop/engine/start.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { readUnsent, type UnsentCounts } from '@sunloop/engine/waiting.ts';
import type { Logout } from './use-logout.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = {
  logout: Logout;
  /** Lets a colleague carry what waits, beside saving it as a file. */
  handOver?: ReactNode;
};

/** Asks what should happen to work that has not reached the server (DESIGN, Whose data). */
export function LogoutDialog({ logout, handOver }: Props) {
  const unsent = useStored(readUnsent);
  if (!logout.isAsking) return null;
  return (
    <Modal
      title={unsent && isDeskWork(unsent) ? 'You have unsent work' : 'You have unsent referrals'}
      onClose={logout.cancel}
      role="alertdialog"
    >
      <Choices logout={logout} handOver={handOver} unsent={unsent} />
    </Modal>
  );
}

function Choices({ logout, handOver, unsent }: Props & { unsent: UnsentCounts | undefined }) {
  const db = useUserDb();
  const [isSending, setSending] = useState(false);
  const [wasTried, setTried] = useState(false);

  const handleSend = async () => {
    setSending(true);
    await syncNow(db).finally(() => setSending(false));
    setTried(true);
    if ((await readUnsent(db)).all === 0) await logout.leave('keep');
  };
  const handleExport = async () => {
    saveTextFile('sunloop-unsent-referrals.csv', await exportWaiting(db));
  };
  const handleDiscard = async () => {
    try {
      await (await import('@sunloop/engine/office.ts')).tellDiscarded(db);
    } catch (error) {
      // It is said with the next sign-in here.
      console.warn('The office could not be told:', error);
    }
    await logout.leave('discard');
  };
  return (
    <div className="stack" data-gap="3">
      <p>{unsent && tellUnsent(unsent)}</p>
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
      {handOver}
      <Button variant="danger" icon="trash" onPress={() => void handleDiscard()}>
        Discard and log out
      </Button>
      <Button variant="bare" onPress={logout.cancel}>
        Stay signed in
      </Button>
    </div>
  );
}

const isDeskWork = ({ acts, conflicts }: UnsentCounts) => acts + conflicts > 0;

function tellUnsent({ referrals, rejected, carried, acts, conflicts }: UnsentCounts): string {
  const parts = [
    ...(acts > 0 ? [`${counted(acts, 'change')} to referrals`] : []),
    ...(referrals > 0 ? [counted(referrals, 'referral')] : []),
    ...(carried > 0 ? [`${counted(carried, 'file')} of a colleague`] : []),
  ];
  const has = acts + referrals + carried === 1 ? 'has' : 'have';
  return [
    parts.length > 0 && `${parts.join(' and ')} ${has} not reached our server.`,
    rejected > 0 && `Of these, ${rejected} could not be accepted.`,
    conflicts > 0 &&
      `${counted(conflicts, 'change')} ${conflicts === 1 ? 'was not made and waits' : 'were not made and wait'} for your answer in Status Management.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
