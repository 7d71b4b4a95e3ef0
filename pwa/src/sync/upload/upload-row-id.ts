import { comparableText, type GivenContent } from '@sunloop/shared-types';
import { v5 as uuidv5 } from 'uuid';

/** The name space of uploaded rows; every id of every upload depends on it, so it never changes. */
const NAMESPACE = '5d2b3c1a-9c41-4f0e-8f5e-0d6f5b1d7a64';
/**
 * What tells one row of a file from another, and in which order. No field of a later build belongs here: with it
 * a file uploaded before would make other ids, and bring everybody a second time.
 */
const TELLING = ['name', 'email', 'phone', 'address'] as const;

/**
 * The id of a file's row: the same for the same user and the same person, whenever and on whichever device the file
 * is read again. Spaces, letter case and Unicode spelling do not make another person.
 */
export function uploadRowId(userId: string, row: GivenContent): string {
  const texts = TELLING.map((field) => comparableText(row[field]));
  return uuidv5(JSON.stringify([userId, ...texts]), NAMESPACE);
}
