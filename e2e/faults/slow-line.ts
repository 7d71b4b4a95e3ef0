import { Transform } from 'node:stream';

/** Small enough that a transfer trickles as it does on a thin line, not in bursts. */
const PIECE_BYTES = 4096;

/** One direction of a line with so many bytes a second, shared by all that is on its way. */
export type Line = () => Transform;

export function openLine(bytesPerSecond: number): Line {
  let isFreeAt = 0;
  /** Milliseconds until so many bytes have passed, behind everything that is on the line already. */
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
