import {
  comparableText,
  type GivenContent,
} from '@sunloop/shared-types/referrals/referral-content.ts';
import { v5 as uuidv5 } from 'uuid';

/** The namespace of uploaded rows; the ids of all uploads depend on it, so it never changes. */
const NAMESPACE = '5d2b3c1a-9c41-4f0e-8f5e-0d6f5b1d7a64';
/**
 * What tells one row of a file from another, in this order. Never add a later build's field: a file uploaded before
 * would get other ids, and everybody in it would be added a second time.
 */
const IDENTITY_FIELDS = ['name', 'email', 'phone', 'address'] as const;

/**
 * The id of a file's row: the same for the same user and the same person, whenever and on whichever device the file
 * is read again. Spaces, letter case and Unicode spelling do not make another person.
 */
export function uploadRowId(userId: string, row: GivenContent): string {
  const texts = IDENTITY_FIELDS.map((field) => comparableText(row[field]));
  return uuidv5(JSON.stringify([userId, ...texts]), NAMESPACE);
}
