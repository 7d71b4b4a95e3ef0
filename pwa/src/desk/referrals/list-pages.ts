import type { KeptPage } from '@sunloop/engine/desk.ts';

/** Rows of pages farther from the screen are dropped from memory, and read again when they come near. */
const PAGES_IN_MEMORY = 50;

/** A page of a list on the screen. */
export interface ListPage {
  /** The cursor it follows; undefined for the first page. */
  readonly after: string | undefined;
  /** What was read last; undefined for a page that was never read, or dropped. */
  readonly kept: KeptPage | undefined;
  /** Its rows when it was read; 0 for one that was not. */
  readonly size: number;
  /** No page comes after it. */
  readonly isLast: boolean;
}

/** A list of which nothing was read. */
export const NO_PAGES: readonly ListPage[] = [
  { after: undefined, kept: undefined, size: 0, isLast: false },
];

/** Pages near the screen, both included. */
export interface Near {
  from: number;
  to: number;
}

/** Indexes of the pages to read: the first, which tells how old the list is, and those near the screen. */
export function indexesOf(pages: readonly ListPage[], { from, to }: Near): number[] {
  const near = pages.flatMap((_, index) => (index >= from && index <= to ? index : []));
  return [...new Set([0, ...near])];
}

/**
 * The pages with what was read of some. Each page follows the one before it: where that ends elsewhere than before, the
 * page keeps its rows on the screen until it has been read from there. Returns the same array if nothing is new.
 */
export function mergePages(
  pages: readonly ListPage[],
  read: ReadonlyMap<number, KeptPage | undefined>,
  { from, to }: Near,
): readonly ListPage[] {
  let merged = [...pages];
  for (const [index, kept] of read) {
    const page = merged[index];
    if (!page || !kept?.rows) continue;
    const { next, rows } = kept;
    const isLast = next === undefined;
    if (page.kept !== kept) merged[index] = { ...page, kept, size: rows.length, isLast };
    if (isLast) merged = merged.slice(0, index + 1);
    else merged[index + 1] = followerOf(merged[index + 1], next);
  }
  const isNear = (index: number) =>
    index === 0 || (index >= from - PAGES_IN_MEMORY && index <= to + PAGES_IN_MEMORY);
  merged = merged.map((page, index) =>
    page.kept === undefined || isNear(index) ? page : { ...page, kept: undefined },
  );
  const isSame = merged.length === pages.length && merged.every((page, at) => page === pages[at]);
  return isSame ? pages : merged;
}

function followerOf(page: ListPage | undefined, after: string): ListPage {
  if (!page) return { after, kept: undefined, size: 0, isLast: false };
  return page.after === after ? page : { ...page, after };
}

/** The first page near the screen that has to be asked for; `isOpening` if the list has just been opened. */
export function findWanted(
  read: ReadonlyMap<number, KeptPage | undefined>,
  isOpening: boolean,
): number | undefined {
  const first = read.get(0);
  if (!first || first.isTouched || (isOpening && first.isDue)) return 0;
  for (const [index, kept] of read) {
    if (index > 0 && isOutdated(kept, first)) return index;
  }
  return undefined;
}

/** Never read, or read under an earlier answer to the first page; one that failed waits until it is due. */
function isOutdated(kept: KeptPage | undefined, first: KeptPage): boolean {
  if (!kept) return true;
  const hasFailed = kept.triedAt > kept.fetchedAt;
  if (hasFailed) return kept.isDue;
  return kept.isTouched || kept.firstSerial !== first.serial;
}
