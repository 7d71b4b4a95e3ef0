import type { UserDb } from '../../data/user-db.ts';
import { removeRejected, restoreRejected } from '../../sync/edit-unsent.ts';
import { showToast } from '../../ui/show-toast.ts';

/** Takes a refused row off the device, and offers to take that back. */
export async function removeRefused(db: UserDb, id: string): Promise<void> {
  const removed = await removeRejected(db, id);
  if (!removed) return;
  await showToast({
    title: 'Removed',
    description: `${removed.row?.name ?? 'The row'} was removed and will not be sent.`,
    action: { label: 'Undo', onPress: () => void restoreRejected(db, removed) },
  });
}
