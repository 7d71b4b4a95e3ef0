import { sharedNoteRoutes, type SharedNote } from '@sunloop/shared-types/referrals/shared-note.ts';
import { isProblem } from '../../api/problems.ts';
import type { UserDb } from '../../data/user-db.ts';
import { withReopen } from '../../data/with-reopen.ts';
import { realDeps } from '../ground/deps.ts';
import { fetchJson, parseStored } from './fetch-json.ts';

const { sharedNotes } = sharedNoteRoutes;

/** The read with its referral in the path, under which the answer is kept. */
const ofReferral = (id: string) =>
  ({ ...sharedNotes, path: sharedNotes.path.replace(':id', id) as `/api/${string}` }) as const;

/** The notes of the office about a referral, as far as this device has them. A Dexie read, for a live query. */
export async function readSharedNotes(db: UserDb, id: string): Promise<SharedNote[]> {
  const route = ofReferral(id);
  const row = await withReopen(db, () => db.resources.get(route.path));
  return parseStored(route, row)?.data ?? [];
}

/** Asks for them; without an answer, those of the device stay. */
export async function refreshSharedNotes(db: UserDb, id: string): Promise<void> {
  await fetchJson(db, ofReferral(id), realDeps).catch((error: unknown) => {
    if (!isProblem(error)) throw error;
  });
}
