import { Transform } from 'node:stream';

/** Small enough that a transfer trickles as on a slow line, instead of coming in bursts. */
const PIECE_BYTES = 4096;

/** One direction of a line with this many bytes a second, shared by everything on its way. */
export type Line = () => Transform;

export function openLine(bytesPerSecond: number): Line {
  let isFreeAt = 0;
  /** Milliseconds until this many bytes have passed, after everything that is already on the line. */
  const take = (bytes: number): number => {
    const now = performance.now();
    isFreeAt = Math.max(now, isFreeAt) + (bytes / bytesPerSecond) * 1000;
    return isFreeAt - now;
  };
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = (from: number): void => {
          if (from >= chunk.length) return done();
          const piece = chunk.subarray(from, from + PIECE_BYTES);
          setTimeout(() => {
            this.push(piece);
            pass(from + PIECE_BYTES);
          }, take(piece.length));
        };
        pass(0);
      },
    });
}
