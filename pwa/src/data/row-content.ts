import { type GivenContent, referralContent } from '@sunloop/shared-types';

/** What a person wrote about somebody, character by character. */
export function contentOf(row: GivenContent): string {
  return JSON.stringify(referralContent(row));
}
