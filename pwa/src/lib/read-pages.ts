/** A page of a list, and the cursor of the next one, unless it is the last. */
export interface Page<T> {
  rows: readonly T[];
  next: string | undefined;
}

/**
 * Reads a list page by page, up to `max` rows; `isCut` if it has more. Tells after each page how many rows there are so
 * far. Throws what `read` throws.
 */
export async function readPages<T>(
  read: (after: string | undefined) => Promise<Page<T>>,
  max: number,
  onCount: (count: number) => void = () => {},
): Promise<{ rows: T[]; isCut: boolean }> {
  const rows: T[] = [];
  let after: string | undefined;
  do {
    const page = await read(after);
    rows.push(...page.rows);
    after = page.next;
    onCount(Math.min(rows.length, max));
  } while (after !== undefined && rows.length < max);
  return { rows: rows.slice(0, max), isCut: after !== undefined || rows.length > max };
}
