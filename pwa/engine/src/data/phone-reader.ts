import { DEFAULT_COUNTRY } from '@sunloop/shared-types/limits.ts';
import type { PhoneNumber } from '@sunloop/shared-types/values/phone-numbers.ts';
import { readOwnUser } from './device-db.ts';

/** The numbers of a field, as the server reads them. */
export type ReadPhone = (written: string | null) => readonly PhoneNumber[];

/**
 * Reads phones as the server does, where the company is. The library is 25 kB: it is loaded by whoever has a number to
 * dial or to compare. Rejects if it is not on this device.
 */
export async function phoneReader(): Promise<ReadPhone> {
  const [{ readPhones }, user] = await Promise.all([
    import('@sunloop/shared-types/values/phone-numbers.ts'),
    readOwnUser(),
  ]);
  return (written) => readPhones(written, user?.country ?? DEFAULT_COUNTRY);
}
