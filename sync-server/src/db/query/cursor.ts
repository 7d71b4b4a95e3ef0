/** A position in the history of one database, for one reader; opaque to clients. */
export interface Cursor {
  /** In which epoch of the database it was made (`epoch.ts`). */
  readonly epoch: string;
  /** Whose view was read: another reader's cursor is not accepted. */
  readonly reader: string;
  /** Every transaction below this number had ended when the cursor was made: an xid8 in decimal digits. */
  readonly xmin: string;
  /** No transaction from this number on was seen: what was read is of numbers below it, some of them above `xmin`. */
  readonly xmax: string;
  /** By the database's clock, in seconds since 1970. */
  readonly issuedAt: number;
}

// Nineteen digits stay below the largest xid8, so PostgreSQL can read any match.
const WRITTEN_CURSOR = /^3\.([0-9a-f]{12})\.([0-9a-z-]{1,36})\.(\d{1,19})\.(\d{1,19})\.(\d{1,12})$/;

export function encodeCursor({ epoch, reader, xmin, xmax, issuedAt }: Cursor): string {
  return Buffer.from(`3.${epoch}.${reader}.${xmin}.${xmax}.${issuedAt}`).toString('base64url');
}

/** The cursor in a text, or nothing if it was not made by this build. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = WRITTEN_CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [, epoch = '', reader = '', xmin = '', xmax = '', issuedAt] = match;
  return { epoch, reader, xmin, xmax, issuedAt: Number(issuedAt) };
}
