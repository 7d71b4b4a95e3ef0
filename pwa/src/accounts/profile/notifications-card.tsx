import { useSyncExternalStore } from 'react';
import { countWaiting } from '@sunloop/engine/data/find-unsent.ts';
import { countOwnReferrals } from '@sunloop/engine/data/own-referrals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import {
  areNotificationsOn,
  askForNotifications,
  permissionHere,
  turnNotificationsOff,
  workerHere,
} from '@sunloop/engine/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

type Props = {
  isAdmin: boolean;
  /** An iPhone shows notifications of installed apps only. */
  mustInstall: boolean;
};

/** Whether this device tells the person of news; the browser asks only after a press here. */
export function NotificationsCard({ isAdmin, mustInstall }: Props) {
  const db = useUserDb();
  const permission = useSyncExternalStore(onReturn, permissionHere);
  const here = useStored(readHere, isAdmin);
  const { isBusy, run } = useChange({ failed: 'Update Failed' });
  if (!here) return null;
  const why = whyNot({ permission, mustInstall, ...here });
  return (
    <Card title="Notifications">
      <p className="muted">{why ?? (here.isOn ? TELLS : CAN_TELL)}</p>
      {why === undefined && (
        <Button
          variant="quiet"
          icon="bell"
          isDisabled={isBusy}
          onPress={() =>
            void run(async () => {
              if (here.isOn) await turnNotificationsOff(db, await workerHere());
              else await askForNotifications(db);
            })
          }
        >
          {here.isOn ? 'Stop on this device' : 'Tell me on this device'}
        </Button>
      )}
    </Card>
  );
}

async function readHere(db: UserDb, isAdmin: boolean) {
  const [isOn, { total }, waiting] = await Promise.all([
    areNotificationsOn(db),
    countOwnReferrals(db),
    countWaiting(db),
  ]);
  return { isOn, hasNews: isAdmin || total + waiting > 0 };
}

const WHEN = 'when something happens, also while Sunloop is closed. It shows no names.';
const TELLS = `This device tells you ${WHEN}`;
const CAN_TELL = `This device can tell you ${WHEN}`;

interface Here {
  permission: NotificationPermission | undefined;
  mustInstall: boolean;
  hasNews: boolean;
}

/** Why this device cannot be asked to tell; undefined if it can. */
function whyNot({ permission, mustInstall, hasNews }: Here): string | undefined {
  if (mustInstall)
    return 'An iPhone tells you news only from its home screen: add Sunloop to it first, as ‘This device’ below describes, and open it from there.';
  if (permission === undefined) return 'This browser cannot show notifications.';
  if (permission === 'denied')
    return 'Your browser blocks notifications from Sunloop. To change that, open its settings for this site with the sign beside the address, or hold the icon of the installed app, and allow notifications.';
  if (!hasNews) return 'Once you have referred somebody, this device can tell you how they get on.';
  return undefined;
}

/** The permission is changed in the browser's own settings, from which the person comes back. */
function onReturn(look: () => void): () => void {
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
