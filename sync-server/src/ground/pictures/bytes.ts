import { AVATAR_MAX_SIDE_PX } from '@sunloop/shared-types/limits.ts';

/** Why we refuse bytes as a picture, in words for the person. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

export const damaged = () => new PictureFault('The picture is damaged');
export const animated = () => new PictureFault('Please choose a picture that is not animated');
export const notOnlyPicture = () => new PictureFault('This file contains more than a picture');

/** A small file may claim to be a picture of gigabytes, which every viewer would have to decode. */
export function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged();
  if (width <= AVATAR_MAX_SIDE_PX && height <= AVATAR_MAX_SIDE_PX) return;
  throw new PictureFault(
    `Please choose a picture of at most ${AVATAR_MAX_SIDE_PX} pixels a side; this one has ${width} x ${height}`,
  );
}

/**
 * A picture of 5 MB in the smallest pieces of its format that are in use (GIF's blocks of 255 bytes) has a third of it;
 * millions would stop the process for seconds.
 */
const PIECES_MAX = 60_000;

/** Reads bytes in order, piece by piece; throws `PictureFault` if there are no more, or too many pieces. */
export class Reader {
  readonly bytes: Buffer;
  at: number;
  #pieces = 0;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  take(length: number): Buffer {
    this.countPiece();
    const end = this.at + length;
    if (end > this.bytes.length) throw damaged();
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  countPiece(): void {
    this.#pieces += 1;
    if (this.#pieces > PIECES_MAX) throw damaged();
  }

  byte(): number {
    return this.take(1).readUInt8();
  }
}
