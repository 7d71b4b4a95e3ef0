import { noteSave, noteStorageWorks } from '../data/storage/health.ts';

/** The device has room again, as far as this page knows; for the next test. */
export async function forgetStorageHealth(): Promise<void> {
  await noteSave(Promise.resolve());
  noteStorageWorks();
}
