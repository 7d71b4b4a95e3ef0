import unhomoglyph from 'unhomoglyph';

/** The skeleton of Unicode's security report: what looks alike has the same (UTS #39, 4). */
const skeletonOf = (text: string) => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/**
 * What a name looks like: the same for two that cannot be told apart by sight, whatever their scripts, width, blanks and
 * case. A capital I looks like an l, so that without case i and l are one.
 */
export function lookOf(username: string): string {
  const plain = username
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return skeletonOf(skeletonOf(plain).toLowerCase()).replaceAll('i', 'l');
}
