import { noteSyncState, readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { askForNotifications, permissionHere } from '@sunloop/engine/notifications.ts';
import { showToast, type NoticeText } from '../../ui/layers/notices.ts';

const QUESTION = 'Shall this device tell you how it goes?';
const ON = { title: 'This device tells you news', description: 'Your profile can stop it.' };
const BLOCKED = {
  title: 'Notifications are blocked',
  description: 'Your profile says how to allow them.',
};

/** A toast about a referral that was saved which, once on this device, also asks whether to tell of news. */
export async function withOffer(db: UserDb, toast: NoticeText): Promise<NoticeText> {
  if (permissionHere() !== 'default' || (await readSyncState(db)).hasOfferedNews) return toast;
  await noteSyncState(db, { hasOfferedNews: true });
  const action = { label: 'Tell me', onPress: () => void ask(db) };
  return { ...toast, description: `${toast.description} ${QUESTION}`, action };
}

async function ask(db: UserDb): Promise<void> {
  try {
    const permission = await askForNotifications(db);
    if (permission !== 'default') showToast(permission === 'granted' ? ON : BLOCKED);
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error);
    showToast({ title: 'Update Failed', description, variant: 'destructive' });
  }
}
