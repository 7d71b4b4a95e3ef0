import { foldText } from '@sunloop/shared-types';

/**
 * A heading as plain words: 'firstName', 'First_Name' and ' FIRST NAME: ' are one, 'Straße' is 'strasse', and of "friend's"
 * 'friend' stays.
 */
export function wordsOf(heading: string): string {
  const apart = heading.replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)/gu, '$& ');
  return foldText(apart)
    .replaceAll(/(?<=\p{L})'s?(?![\p{L}\d])/gu, '')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
}
