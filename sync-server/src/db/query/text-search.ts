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
  const whole = new Map(
    [...new Set([...texts, ...numbers])].map((text, at) => [`text${at}`, text]),
  );
  const parts = new Map(words.map((word, at) => [`word${at}`, word]));
  const found = (table: string) => {
    if (whole.size === 0) return [];
    const content = `${table}.content`;
    const like = (name: string) => isFound(content, `:${name}::text`);
    const inWords = [...parts.keys()].map(like);
    const line =
      words.length > 0 ? [`(${inWords.join(' and ')} and ${content} ~ :line::text)`] : [];
    return [`(${[...[...whole.keys()].map(like), ...line].join(' or ')})`];
  };
  const patterns = [...whole, ...parts].map(([name, text]) => [name, likePart(text)] as const);
  const line = words.length > 0 && { line: lineWith(words) };
  return { found, texts: { ...Object.fromEntries(patterns), ...line } };
}

/** A LIKE pattern that finds a text within another; its wildcards are taken literally. */
const likePart = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** A regular expression of PostgreSQL for a line in which all words begin words; each line of a content is one text. */
function lineWith(words: readonly string[]): string {
  const parts = words.map((word) => {
    const plain = word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
    return `(?=(?:.*[${BEFORE_WORD}])?${plain})`;
  });
  return `(?n)^${parts.join('')}`;
}
