const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;

/** The depth of items in a list of the outermost object. */
const ROW_DEPTH = 3;

/**
 * Extracts the rows from JSON text that comes in pieces, `{ …, "list": [{row}, {row}], … }`, so that the text is never
 * held as a whole: 200,000 rows are 90 MB.
 */
export class RowSplitter {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isAfterRow = false;
  /** A row that began in an earlier piece. */
  #begun = '';
  #rest = '';
  #opening: string | undefined;

  /** The rows completed by this piece, each as JSON text. */
  push(piece: string): string[] {
    const rows: string[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (this.#isInText) this.#followText(code);
      else if (code === QUOTE) this.#isInText = true;
      else if (code === OPEN || code === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth !== ROW_DEPTH) continue;
        this.#rest += piece.slice(from, at);
        this.#opening ??= this.#rest;
        from = at;
      } else if (code === CLOSE || code === CLOSE_LIST) {
        this.#isAfterRow = this.#depth === ROW_DEPTH;
        this.#depth -= 1;
        if (!this.#isAfterRow) continue;
        rows.push(this.#begun + piece.slice(from, at + 1));
        this.#begun = '';
        from = at + 1;
      } else if (code === COMMA && this.#isAfterRow) {
        // The comma between two rows is dropped with them.
        this.#isAfterRow = false;
        from = at + 1;
      }
    }
    if (this.#depth >= ROW_DEPTH) this.#begun += piece.slice(from);
    else this.#rest += piece.slice(from);
    return rows;
  }

  /** What came before the first row, closed to form valid JSON; undefined before the first row. */
  opening(): string | undefined {
    return this.#opening === undefined ? undefined : `${this.#opening}]}`;
  }

  /** The text without its rows, once all of it was pushed. */
  rest(): string {
    return this.#rest;
  }

  #followText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isInText = false;
  }
}
