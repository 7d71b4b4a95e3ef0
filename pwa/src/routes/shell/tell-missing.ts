import { followLive } from '@sunloop/engine/data/follow-live.ts';
import { forgetMissing, isUnseen, readMissing } from '@sunloop/engine/data/unsent-count.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { standNotice } from '../../ui/layers/notices.ts';

/** Says that the browser deleted what, as far as a page knew, waited here, until the person has taken note; returns how to stop. */
export function tellMissing(db: UserDb): () => void {
  const report = (error: unknown) => console.warn('What is missing could not be read:', error);
  const tell = async () => {
    const count = await readMissing(db);
    standNotice('missing', count > 0 ? noticeOf(db, count) : undefined);
  };
  const stop = followLive(db, () => isUnseen(db))(() => void tell().catch(report), report);
  return () => {
    stop();
    standNotice('missing');
  };
}

const noticeOf = ({ userId }: UserDb, count: number) => ({
  // The worker may have sent them since a page counted them last.
  title: `${count === 1 ? '1 unsent item' : `${count.toLocaleString()} unsent items`} may be missing on this device.`,
  description:
    'The browser cleared what Sunloop had stored. Please add again anyone missing from your list.',
  variant: 'destructive' as const,
  action: {
    label: 'Understood',
    onPress: () => {
      forgetMissing(userId);
      standNotice('missing');
    },
  },
});
