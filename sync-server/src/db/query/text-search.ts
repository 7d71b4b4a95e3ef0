import { soughtIn } from '@sunloop/shared-types/values/search.ts';

/**
 * A search as conditions on the folded column `content`, none without a text; `texts` are the values they name. `isFound`
 * compares a column with a pattern of LIKE.
 */
export function searchFor(
  typed = '',
  isFound = (content: string, pattern: string) => `${content} like ${pattern}`,
) {
  const { text, numbers } = soughtIn(typed);
  const sought = text === '' ? [] : [...new Set([text, ...numbers])];
  const found = (table: string) => {
    const likes = sought.map((_, at) => isFound(`${table}.content`, `:text${at}::text`));
    return likes.length === 0 ? [] : [`(${likes.join(' or ')})`];
  };
  return {
    found,
    texts: Object.fromEntries(sought.map((one, at) => [`text${at}`, likePart(one)])),
  };
}

/** A LIKE pattern that finds a text within another; its wildcards are taken literally. */
const likePart = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
