import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { RequestContext } from '../context.ts';
import { invalid, RequestError, tooLarge, unsupportedMediaType } from '../errors.ts';
import { JsonShape } from './json-shape.ts';
import { Pace, type PaceBounds } from './pace.ts';

export interface BodyBounds extends PaceBounds {
  readonly limitBytes: number;
  /** Takes room for so many more bytes, once it is large; throws if there is none. */
  readonly takeRoom: (bytes: number) => void;
}

/**
 * The bytes of a request's body, inflated if it comes gzipped. Throws 415 for any other encoding, 413 for more than fits (at
 * once if the stated length says so), 408, 400 for what is too dear to parse or breaks off, and what `takeRoom` throws.
 */
export async function readBytes(ctx: RequestContext, bounds: BodyBounds): Promise<Buffer> {
  const isGzip = contentEncoding(ctx) === 'gzip';
  const gunzip = isGzip ? createGunzip({ chunkSize: INFLATED_AT_ONCE_BYTES }) : undefined;
  const intake = new Intake(bounds);
  const pace = new Pace(ctx.req.socket, bounds);
  try {
    if (!isGzip) intake.judge(Number(ctx.get('Content-Length')));
    await Promise.race([takeAll(ctx.req, gunzip, intake), pace.lost]);
    return intake.bytes();
  } catch (error) {
    leave(ctx.req, gunzip);
    throw error instanceof RequestError ? error : invalid('The body could not be read');
  } finally {
    pace.stop();
  }
}

/** As much as 500 referrals have; Node's 16 kB send the body of a push to another thread and back seven times. */
const INFLATED_AT_ONCE_BYTES = 128 * 1024;

function contentEncoding(ctx: RequestContext): 'gzip' | 'identity' {
  const encoding = ctx.get('Content-Encoding').toLowerCase() || 'identity';
  if (encoding === 'gzip' || encoding === 'identity') return encoding;
  throw unsupportedMediaType('The body may have no encoding other than gzip');
}

/** What comes in smaller pieces is put together at every so many, or a body of single bytes would take 300 times its size. */
const PIECES_MAX = 256;

/** Takes a body in while it is neither larger than fits nor too dear to parse, and while a large one finds room. */
class Intake {
  readonly #bounds: BodyBounds;
  readonly #shape = new JsonShape();
  readonly #pieces: Buffer[] = [];
  #joined = 0;
  #size = 0;
  #inRoom = 0;

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  /** Throws if so many bytes are more than fit. */
  judge(size: number): void {
    const { limitBytes } = this.#bounds;
    if (size > limitBytes) throw tooLarge(limitBytes);
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    this.judge(this.#size);
    if (this.#size > BODY_LIMIT_BYTES) this.#takeRoom();
    this.#shape.add(piece);
    this.#pieces.push(piece);
    if (this.#pieces.length - this.#joined >= PIECES_MAX) this.#join();
  }

  #join(): void {
    this.#pieces.push(Buffer.concat(this.#pieces.splice(this.#joined)));
    this.#joined += 1;
  }

  #takeRoom(): void {
    this.#bounds.takeRoom(this.#size - this.#inRoom);
    this.#inRoom = this.#size;
  }

  bytes(): Buffer {
    const [first, ...others] = this.#pieces;
    return first && others.length === 0 ? first : Buffer.concat(this.#pieces);
  }
}

/**
 * Resolves when all of a body is taken in. Whatever goes wrong rejects this one promise: a stream keeps the listener that
 * `finished` gives it for good, because one that fails with nobody listening ends the process.
 */
function takeAll(
  request: IncomingMessage,
  gunzip: Gunzip | undefined,
  intake: Intake,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source: Readable = gunzip ?? request;
  finished(source, { writable: false }, (error) => (error ? reject(error) : resolve()));
  source.on('data', (piece: Buffer) => {
    try {
      intake.add(piece);
    } catch (error) {
      reject(error);
    }
  });
  if (gunzip) {
    finished(request, { writable: false }, (error) => error && reject(error));
    request.pipe(gunzip);
  }
  return promise;
}

/** Lets the rest of a body pass unread, so that the connection serves the next request. */
function leave(request: IncomingMessage, gunzip: Gunzip | undefined): void {
  (gunzip ?? request).removeAllListeners('data');
  request.unpipe();
  gunzip?.destroy();
  request.resume();
}
