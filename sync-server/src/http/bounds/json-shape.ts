import { invalid } from '../errors.ts';

/** The deepest body of the API has four levels. */
const DEPTH_MAX = 8;
/** The largest, a preview of 5,000 referrals or a push of 500, has less than half as many. */
const VALUES_MAX = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Bounds what parsing a JSON text costs before it is parsed: time and memory of `JSON.parse` follow the number of
 * values and their depth, which a few gzipped kilobytes can raise to millions. In UTF-8, no byte of a longer
 * character looks like one of JSON's signs.
 */
export class JsonShape {
  #depth = 0;
  #values = 1;
  #isInString = false;
  /** The string's next byte is part of an escape. */
  #isEscaped = false;

  /** Reads the text's next bytes, about 3 ms a megabyte; throws 400 for more than 8 levels or 20,000 values. */
  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      at = this.#isInString ? this.#skipString(bytes, at) : this.#readSigns(bytes, at);
    }
  }

  /** Returns where the string ends, or the end of the bytes. */
  #skipString(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
    }
    this.#isEscaped = isEscaped;
    return bytes.length;
  }

  /** Returns where the next string begins, or the end of the bytes. */
  #readSigns(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === COMMA || byte === COLON) this.#countValue();
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open();
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
      else if (byte === QUOTE) {
        this.#isInString = true;
        this.#isEscaped = false;
        return at + 1;
      }
    }
    return bytes.length;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) {
      throw invalid(`The body has lists or objects more than ${DEPTH_MAX} levels deep`);
    }
    this.#countValue();
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > VALUES_MAX) throw invalid(`The body has more than ${VALUES_MAX} values`);
  }
}
