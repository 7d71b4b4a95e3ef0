import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { removeUnsent, restoreUnsent, type Removal } from '@sunloop/engine/waiting.ts';
import { showToast } from '../../ui/layers/notices.ts';

/** Takes a refused row off the device, and offers to undo that. */
export async function removeRefused(db: UserDb, id: string): Promise<void> {
  const removed = await removeUnsent(db, id);
  if (!removed) return showToast(TOO_LATE);
  showToast({
    title: 'Removed',
    description: `${removed.row?.name ?? 'The row'} was removed and will not be sent.`,
    action: { label: 'Undo', onPress: () => void undo(db, removed) },
  });
}

async function undo(db: UserDb, removed: Removal): Promise<void> {
  if (!(await restoreUnsent(db, removed))) showToast(NOT_BACK);
}

const TOO_LATE = {
  title: 'Nothing was removed',
  description: 'It was sent or removed meanwhile.',
};

const NOT_BACK = {
  title: 'Nothing was restored',
  description: 'It was sent or came back meanwhile.',
};
