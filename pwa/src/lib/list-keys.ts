/** The place of the focus in a list that may be much longer than the screen. */
interface Place {
  index: number;
  count: number;
  /** Rows that fit on the screen. */
  pageSize: number;
}

/** The row a key leads to; undefined for keys that lead nowhere. */
export function rowAfterKey(key: string, { index, count, pageSize }: Place): number | undefined {
  const target = targetOf(key, { index, count, pageSize });
  if (target === undefined || count === 0) return undefined;
  return Math.min(count - 1, Math.max(0, target));
}

function targetOf(key: string, { index, count, pageSize }: Place): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + pageSize;
    case 'PageUp':
      return index - pageSize;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
