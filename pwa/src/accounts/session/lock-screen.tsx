import { type ReactNode, useState } from 'react';
import type { DeviceLock } from '@sunloop/engine/data/device-lock.ts';
import { syncNow } from '@sunloop/engine/start.ts';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { readUnsent } from '@sunloop/engine/waiting.ts';
import { useStored } from '../../stored/use-stored.ts';
import { useUserDb } from '../../stored/user-db.ts';
import '../../ui/plain-page.css';
import './lock-screen.css';

type Props = {
  lock: DeviceLock;
  /** The days without an answer from the server after which it locks. */
  days: number;
  onSignIn: () => void;
  onLogOut: () => void;
  /** Called once the server was asked. */
  onLook: () => void;
  /** Lets a colleague carry what waits, beside saving it as a file. */
  handOver?: ReactNode;
};

const TITLES: Readonly<Record<DeviceLock, string>> = {
  inactive: 'Your account is inactive',
  away: 'Locked until there is a connection',
};

function tellWhy(lock: DeviceLock, days: number): string {
  if (lock === 'inactive') {
    return 'This device will show its data again once your account is active and you have signed in. Please contact us.';
  }
  const span = days === 1 ? 'a day' : `${days} days`;
  return `This device has not heard from our server for ${span} or longer. It will show its data again as soon as our server answers.`;
}

/** Hides everything the device holds (rule 36); what waits is counted, and can be saved as a file. */
export function LockScreen({ lock, days, onSignIn, onLogOut, onLook, handOver }: Props) {
  const db = useUserDb();
  const unsent = useStored(readUnsent);
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const ask = async () => {
    setAsking(true);
    await syncNow(db).finally(() => setAsking(false));
    setAsked(true);
    onLook();
  };
  const save = async () => saveTextFile('sunloop-unsent-referrals.csv', await exportWaiting(db));
  const count = unsent?.all ?? 0;
  return (
    <main className="plain-page lock-screen">
      <title>{`${TITLES[lock]} · Sunloop`}</title>
      <Icon name="lock" />
      <h1>{TITLES[lock]}</h1>
      <p>{tellWhy(lock, days)}</p>
      {count > 0 && (
        <p role="status">
          <strong>{count === 1 ? 'One entry waits here.' : `${count} entries wait here.`}</strong>{' '}
          Nothing is lost; it is sent once you are back.
        </p>
      )}
      {wasAsked && !isAsking && (
        <p role="status">Our server has not unlocked it. Please try again later.</p>
      )}
      <div className="lock-actions">
        <Button icon="sync" isDisabled={isAsking} onPress={() => void ask()}>
          {isAsking ? 'Asking...' : 'Try again'}
        </Button>
        <Button variant="quiet" icon="person" onPress={onSignIn}>
          Sign in
        </Button>
        {count > 0 && (
          <Button variant="quiet" icon="download" onPress={() => void save()}>
            Save what waits as a file
          </Button>
        )}
        {handOver}
        <Button variant="bare" icon="logout" onPress={onLogOut}>
          Log out
        </Button>
      </div>
    </main>
  );
}
