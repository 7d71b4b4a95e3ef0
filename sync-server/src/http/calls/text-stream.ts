import { Readable } from 'node:stream';
import type { RequestContext } from '../context.ts';

/**
 * An answer that is made while it is sent, piece by piece, as fast as the caller takes it. The request's own deadline is
 * over by then, so making a piece must have one of its own, and must hold nothing while it waits for the caller.
 */
export class TextStream<Shape> {
  readonly type: 'csv' | 'json';
  readonly pieces: AsyncIterable<string>;
  /** What the text contains; only for types. */
  declare readonly shape: Shape;

  constructor(type: 'csv' | 'json', pieces: AsyncIterable<string>) {
    this.type = type;
    this.pieces = pieces;
  }
}

/** Sends a stream; if it fails, the connection is cut, so that nobody takes a part for the whole. */
export function sendStream(ctx: RequestContext, { type, pieces }: TextStream<unknown>): void {
  const body = Readable.from(pieces);
  ctx.type = type === 'csv' ? 'text/csv' : 'json';
  ctx.body = body;
  // The compressing middleware does not pass failures on.
  body.once('error', () => ctx.res.destroy());
}
