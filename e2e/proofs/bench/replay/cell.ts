/** One case of the replay. */
export interface Cell {
  readonly rows: number;
  /** Referrals the person already has on server and device. */
  readonly stored: number;
  readonly speed: 'fast' | 'slow';
  /** Also deliver the same rows a second time. */
  readonly isTwice: boolean;
}

/** The result of one replay. */
export interface Replayed {
  /** From the `online` event to the empty queue, when the server has all rows. */
  readonly elapsedMs: number;
  /** The page's longest task until it was idle again; 0 if none took over 50 ms. */
  readonly longestTaskMs: number;
  /** Sent over the line until the page was idle, including headers and reads, as shares of the rows' JSON. */
  readonly sentShare: number;
  readonly receivedShare: number;
}

/** The name under which a contestant's figures in a cell are kept. */
export function nameOf({ rows, stored, speed }: Omit<Cell, 'isTwice'>, what: string): string {
  const before = stored === 0 ? '' : ` (${stored} stored)`;
  return `${rows} rows${before}${speed === 'slow' ? ', slow line' : ''}: ${what}`;
}
