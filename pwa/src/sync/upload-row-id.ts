import { comparableContent, type PushRow } from '@sunloop/shared-types';
import { v5 as uuidv5 } from 'uuid';

/** The name space of uploaded rows; every id of every upload depends on it, so it never changes. */
const NAMESPACE = '5d2b3c1a-9c41-4f0e-8f5e-0d6f5b1d7a64';

/**
 * The id of a file's row: the same for the same user and the same person, whenever and on whichever device the file
 * is read again. Spaces, letter case and Unicode spelling do not make another person.
 */
export function uploadRowId(
  userId: string,
  row: Pick<PushRow, 'name' | 'email' | 'phone' | 'address'>,
): string {
  return uuidv5(JSON.stringify([userId, ...comparableContent(row)]), NAMESPACE);
}
