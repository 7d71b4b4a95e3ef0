import { rateVital, type VitalName } from '../lib/rate-vital.ts';
import { deviceDb, type VitalRow } from './device-db.ts';

const KEPT_VITALS = 200;

/** Keeps a rated measurement on this device, in place of the oldest. It is never sent. */
export async function keepVital(name: VitalName, valueMs: number, path: string): Promise<void> {
  const { vitals } = deviceDb;
  const rating = rateVital(name, valueMs);
  await deviceDb.transaction('rw', vitals, async () => {
    await vitals.add({ name, value: valueMs, rating, path, at: Date.now() });
    const ids = await vitals.toCollection().primaryKeys();
    await vitals.bulkDelete(ids.slice(0, -KEPT_VITALS));
  });
}

/** What was measured on this device, oldest first. A Dexie read, for a live query. */
export function readVitals(): Promise<VitalRow[]> {
  return deviceDb.vitals.toArray();
}
