/** A phone number is also found by its digits, however it is written. */
const PHONE = /^[\d\s()+./-]+$/;

/**
 * A search as conditions on the folded column `content`, none without a text; `texts` are the values they name. `isFound`
 * compares a column with a pattern of LIKE.
 */
export function searchFor(
  text = '',
  isFound = (content: string, pattern: string) => `${content} like ${pattern}`,
) {
  // A stored text is one line, so no text with several is in one.
  const q = text.replaceAll('\n', ' ');
  const digits = PHONE.test(q) ? q.replaceAll(/\D/g, '') : '';
  const sought = [q, digits === q ? '' : digits].filter((one) => one !== '');
  const found = (table: string) => {
    const likes = sought.map((_, at) => isFound(`${table}.content`, likePart(`:text${at}`)));
    return likes.length === 0 ? [] : [`(${likes.join(' or ')})`];
  };
  return { found, texts: Object.fromEntries(sought.map((one, at) => [`text${at}`, one])) };
}

/** A LIKE pattern that finds a text within another, both without case and accents; its wildcards are taken literally. */
const likePart = (text: string) =>
  String.raw`('%' || regexp_replace(folded(${text}), '([\\%_])', '\\\1', 'g') || '%')`;
