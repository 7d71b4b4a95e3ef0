/** One case of the replay. */
export interface Cell {
  readonly rows: number;
  /** Referrals the person has on server and device before. */
  readonly stored: number;
  readonly speed: 'fast' | 'slow';
  /** Also deliver the same rows a second time. */
  readonly isTwice: boolean;
}

/** What came of one replay. */
export interface Replayed {
  /** From the `online` event to the empty queue, when the server holds all rows. */
  readonly elapsedMs: number;
  /** The page's longest task until it was at rest again; 0 where none took over 50 ms. */
  readonly longestTaskMs: number;
  /** Over the line until the page was at rest, headers and reads included, as shares of the rows' JSON. */
  readonly sentShare: number;
  readonly receivedShare: number;
}

/** The name under which figures of a contestant in a cell are kept. */
export function nameOf({ rows, stored, speed }: Omit<Cell, 'isTwice'>, what: string): string {
  const before = stored === 0 ? '' : ` (${stored} stored)`;
  return `${rows} rows${before}${speed === 'slow' ? ', slow line' : ''}: ${what}`;
}
