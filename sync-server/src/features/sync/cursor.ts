/** A position in the history of one database, for one reader; opaque to whoever holds it. */
export interface Cursor {
  /** Names the database, its timeline and whose view was read; a cursor of another place is unknown here. */
  readonly place: string;
  /** Every transaction below this number was over when the cursor was made: decimal digits of an xid8. */
  readonly xmin: string;
  /** By the database's clock, in seconds since 1970. */
  readonly issuedAt: number;
}

// Nineteen digits stay below the largest xid8, so that PostgreSQL can read whatever passes.
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
