/** A position in the history of one database, for one reader; opaque to clients. */
export interface Cursor {
  /**
   * Identifies the database, its timeline and whose view was read; a cursor from another place is not
   * accepted.
   */
  readonly place: string;
  /** Every transaction below this number had ended when the cursor was made: an xid8 in decimal digits. */
  readonly xmin: string;
  /** By the database's clock, in seconds since 1970. */
  readonly issuedAt: number;
}

// Nineteen digits stay below the largest xid8, so PostgreSQL can read any match.
const WRITTEN_CURSOR = /^1\.([0-9a-f]{32})\.(\d{1,19})\.(\d{1,12})$/;

export function encodeCursor({ place, xmin, issuedAt }: Cursor): string {
  return Buffer.from(`1.${place}.${xmin}.${issuedAt}`).toString('base64url');
}

/** The cursor in a text, or nothing if it was not made by this build. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = WRITTEN_CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [, place = '', xmin = '', issuedAt] = match;
  return { place, xmin, issuedAt: Number(issuedAt) };
}
