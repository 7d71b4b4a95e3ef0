/** A position in the history of one database, for one reader; opaque to clients. */
export interface Cursor {
  /** In which run of the database it was made (`epoch.ts`). */
  readonly epoch: string;
  /** Whose view was read: another reader's cursor is not accepted. */
  readonly reader: string;
  /** Every transaction below this number had ended when the cursor was made: an xid8 in decimal digits. */
  readonly xmin: string;
}

// Nineteen digits stay below the largest xid8, so PostgreSQL can read any match.
const WRITTEN_CURSOR = /^4\.([0-9a-f]{12})\.([0-9a-z-]{1,36})\.(\d{1,19})$/;

export function encodeCursor({ epoch, reader, xmin }: Cursor): string {
  return Buffer.from(`4.${epoch}.${reader}.${xmin}`).toString('base64url');
}

/** The cursor in a text, or nothing if it was not made by this build. */
export function decodeCursor(text: string): Cursor | undefined {
  const match = WRITTEN_CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [, epoch = '', reader = '', xmin = ''] = match;
  return { epoch, reader, xmin };
}
