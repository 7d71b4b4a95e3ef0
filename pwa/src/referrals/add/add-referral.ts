import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import type { EditedValues } from '@sunloop/engine/waiting.ts';
import { connectionState, readStatus } from '@sunloop/engine/status.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { withOffer } from './offer-news.ts';

/** Name of the add form's draft. */
export const ADD_FORM = 'add-referral';
export const ADDED = 'Referral added successfully!';
export const SUBMITTED = 'Your referral has been submitted and is being processed.';
const SAVED = 'It is saved on this device. We’ll send it as soon as you’re online.';

/**
 * Saves one referral to be sent, and says so in the words of SPEC §8 unless the server is known to be unreachable.
 * Throws `StorageFull` when the disk is full; then nothing was saved.
 */
export async function addReferral(db: UserDb, content: EditedValues): Promise<void> {
  await enqueue(db, [content], { draft: ADD_FORM });
  const { kind } = connectionState(await readStatus(db));
  const isGoing = navigator.onLine && ['sending', 'all-sent', 'refused', 'behind'].includes(kind);
  showToast(await withOffer(db, { title: ADDED, description: isGoing ? SUBMITTED : SAVED }));
}
