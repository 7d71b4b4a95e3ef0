import { deviceDb, readSession } from './device-db.ts';
import { reportKey } from './report-key.ts';
import { withReopen } from './with-reopen.ts';

/** Somebody's account was erased and this device has forgotten them; the sign-in page says so. */
export interface ErasedNote {
  key: 'erased';
  /** Epoch milliseconds. */
  at: number;
  /** Rows and changes that had not been sent, of all the people this note is about. */
  unsent: number;
}

/** In the session's table, which older builds read only by the session's key. */
const notes = () => deviceDb.table<ErasedNote, 'erased'>('device');

/** Ends the session if it is the erased person's, forgets what was told of them, and notes what was lost with them. */
export async function noteErased(userId: string, unsent: number): Promise<void> {
  await withReopen(deviceDb, () =>
    deviceDb.transaction('rw', deviceDb.device, async () => {
      const session = await readSession();
      const owner = session?.state === 'active' ? session.user.id : session?.userId;
      if (owner === userId) await deviceDb.device.delete('session');
      await deviceDb.table('device').delete(reportKey(userId));
      const before = (await readErased())?.unsent ?? 0;
      await notes().put({ key: 'erased', at: Date.now(), unsent: before + unsent });
    }),
  );
}

/** What the sign-in page has to tell. A Dexie read, for a live query. */
export function readErased(): Promise<ErasedNote | undefined> {
  return withReopen(deviceDb, () => notes().get('erased'));
}

/** Clears the note: the person has read it, or somebody signed in. */
export async function forgetErasedNote(): Promise<void> {
  await withReopen(deviceDb, () => notes().delete('erased'));
}
