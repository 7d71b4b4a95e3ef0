import { type GivenContent, referralContent } from '@sunloop/shared-types';

/** What a person wrote of somebody, to the letter. */
export function contentOf(row: GivenContent): string {
  return JSON.stringify(referralContent(row));
}
