import type { PushRow } from '@sunloop/shared-types';
import { useState } from 'react';
import type { UserDb } from '../data/user-db.ts';
import { EvictionWarning } from '../features/profile/eviction-warning.tsx';
import { EditWaitingDialog } from '../features/referrals/edit-waiting-dialog.tsx';
import { WaitingDialog } from '../features/waiting/waiting-dialog.tsx';
import { WaitingList } from '../features/waiting/waiting-list.tsx';

type Props = { db: UserDb; onClose: () => void };

/** What waits, over the page; editing takes the place of the list until it is done. */
export function WaitingPart({ db, onClose }: Props) {
  const [edited, setEdited] = useState<{ key: number; row: PushRow } | null>(null);
  if (edited) {
    const { key, row } = edited;
    return <EditWaitingDialog db={db} entryKey={key} row={row} onClose={() => setEdited(null)} />;
  }
  return (
    <WaitingDialog db={db} onClose={onClose}>
      <EvictionWarning db={db} />
      <WaitingList db={db} onEdit={(key, row) => setEdited({ key, row })} />
    </WaitingDialog>
  );
}
