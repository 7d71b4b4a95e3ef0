import type { PushRow } from '@sunloop/shared-types';
import { useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { EditUnsentDialog } from '../../features/referrals/edit-unsent-dialog.tsx';
import { EvictionWarning } from '../../features/profile/eviction-warning.tsx';
import { WaitingDialog } from '../../features/waiting/waiting-dialog.tsx';
import { WaitingList } from '../../features/waiting/waiting-list.tsx';

type Props = { db: UserDb; onClose: () => void };

/** What waits, shown over the page; while a row is edited, its form replaces the list. */
export function WaitingPart({ db, onClose }: Props) {
  const [edited, setEdited] = useState<PushRow | null>(null);
  if (edited) return <EditUnsentDialog db={db} row={edited} onClose={() => setEdited(null)} />;
  return (
    <WaitingDialog onClose={onClose}>
      <EvictionWarning db={db} />
      <WaitingList db={db} onEdit={setEdited} />
    </WaitingDialog>
  );
}
