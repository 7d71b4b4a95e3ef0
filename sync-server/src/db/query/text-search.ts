import { BEFORE_WORD, soughtIn } from '@sunloop/shared-types/values/search.ts';

/**
 * A search as conditions on the column `content` of search keys, none without a text; `texts` are the values they name. `isFound`
 * compares a column with a pattern of LIKE.
 */
export function searchFor(
  typed = '',
  isFound = (content: string, pattern: string) => `${content} like ${pattern}`,
) {
  const { texts, words, numbers } = soughtIn(typed);
  const isInWords = words.length > 0;
  // The longest is the rarest, and a row without it is not looked at further.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const sought = isInWords ? longestFirst : [...new Set([...texts, ...numbers])];
  const found = (table: string) => {
    if (sought.length === 0) return [];
    const content = `${table}.content`;
    const likes = sought.map((_, at) => isFound(content, `:text${at}::text`));
    return isInWords ? [...likes, `${content} ~ :line::text`] : [`(${likes.join(' or ')})`];
  };
  const patterns = sought.map((one, at) => [`text${at}`, likePart(one)] as const);
  const line = isInWords && { line: lineWith(texts, words) };
  return { found, texts: { ...Object.fromEntries(patterns), ...line } };
}

/** A LIKE pattern that finds a text within another; its wildcards are taken literally. */
const likePart = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const plain = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

/**
 * A regular expression of PostgreSQL for a line with one of these texts, or with all words at the beginning of words; each
 * line of a content is a text of its own.
 */
function lineWith(texts: readonly string[], words: readonly string[]): string {
  const begun = words.map((word) => `(?=(?:.*[${BEFORE_WORD}])?${plain(word)})`);
  return `(?n)${[...texts.map(plain), `^${begun.join('')}`].join('|')}`;
}
