export const DEVICE_DB_NAME = 'sunloop-device';

/**
 * Whether anybody may ever have signed in on this device, asked without loading Dexie. Browsers that
 * cannot list databases answer yes, and so does a refusal to list them.
 */
export async function hasDeviceDb(): Promise<boolean> {
  if (typeof indexedDB === 'undefined' || !indexedDB.databases) return true;
  try {
    const databases = await indexedDB.databases();
    return databases.some((database) => database.name === DEVICE_DB_NAME);
  } catch {
    return true;
  }
}
