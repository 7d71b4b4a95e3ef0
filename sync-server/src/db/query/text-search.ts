import { BEFORE_WORD, type Sought, soughtIn } from '@sunloop/shared-types/values/search.ts';

type IsFound = (content: string, pattern: string) => string;

/** A search as SQL; `texts` are the values that the conditions name. */
interface TextSearch {
  readonly found: (table: string) => string[];
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * A search as conditions on the column `content` of search keys, none without a text. `isFound` compares a column with a
 * pattern of LIKE.
 */
export function searchFor(
  typed = '',
  isFound: IsFound = (content, pattern) => `${content} like ${pattern}`,
): TextSearch {
  const { texts, words, numbers } = soughtIn(typed);
  if (words.length > 0) return searchForWords({ texts, words }, isFound);
  const sought = [...new Set([...texts, ...numbers])];
  const found = (table: string) => {
    const likes = sought.map((_, at) => isFound(`${table}.content`, `:text${at}::text`));
    return likes.length === 0 ? [] : [`(${likes.join(' or ')})`];
  };
  return {
    found,
    texts: Object.fromEntries(sought.map((one, at) => [`text${at}`, likePart(one)])),
  };
}

/** Words of one text: as they were typed, which most are and which is ten times as fast, or in any order. */
function searchForWords(
  { texts, words }: Pick<Sought, 'texts' | 'words'>,
  isFound: IsFound,
): TextSearch {
  // The longest is the rarest, and a row without it is not looked at further.
  const sought = words.toSorted((one, other) => other.length - one.length);
  const found = (table: string) => [
    ...sought.map((_, at) => isFound(`${table}.content`, `:word${at}::text`)),
    `(${table}.content like :whole::text or ${table}.content ~ :line::text)`,
  ];
  const parts = sought.map((word, at) => [`word${at}`, likePart(word)]);
  const whole = likePart(texts.join(' '));
  return { found, texts: { ...Object.fromEntries(parts), whole, line: lineWith(words) } };
}

/** A LIKE pattern that finds a text within another; its wildcards are taken literally. */
const likePart = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** A regular expression of PostgreSQL for a line in which all words begin words; each line of a content is a text of its own. */
function lineWith(words: readonly string[]): string {
  const begun = words.map((word) => {
    const plain = word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
    return `(?=(?:.*[${BEFORE_WORD}])?${plain})`;
  });
  return `(?n)^${begun.join('')}`;
}
