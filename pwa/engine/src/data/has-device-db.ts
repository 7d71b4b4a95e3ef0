import { within } from '../lib/within.ts';
import { setTrouble } from './storage/trouble.ts';

export const DEVICE_DB_NAME = 'sunloop-device';
/** Storage that hangs must not leave a page blank without an explanation. Milliseconds. */
const LIST_PATIENCE_MS = 1_500;

/**
 * Whether anybody may ever have signed in on this device, asked without loading Dexie. The answer is yes for browsers
 * that cannot list databases, refuse to, or do not answer.
 */
export async function hasDeviceDb(): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || !indexedDB.databases) return true;
  try {
    const databases = await within(indexedDB.databases(), LIST_PATIENCE_MS, undefined);
    // Cleared again if the opening that follows succeeds.
    if (!databases) setTrouble(DEVICE_DB_NAME, 'stuck');
    return databases?.some((database) => database.name === DEVICE_DB_NAME) ?? true;
  } catch {
    return true;
  }
}
