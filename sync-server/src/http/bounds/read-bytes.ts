import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { BODY_LIMIT_BYTES } from '@sunloop/shared-types/limits.ts';
import type { RequestContext } from '../context.ts';
import { invalid, RequestError, tooLarge, tooSlow, unsupportedMediaType } from '../errors.ts';
import { Deadline } from './deadline.ts';
import { JsonShape } from './json-shape.ts';

export interface BodyBounds {
  readonly limitBytes: number;
  /** By then it must have arrived; milliseconds. */
  readonly bodyMs: number;
  /** Takes a large body's place; throws if there is none. */
  readonly enterLarge: () => void;
}

/**
 * The bytes of a request's body, inflated if it comes gzipped. Throws 415 for any other encoding, 413 for more than fits (at
 * once if the stated length says so), 408, 400 for what is too dear to parse or breaks off, and what `enterLarge` throws.
 */
export async function readBytes(ctx: RequestContext, bounds: BodyBounds): Promise<Buffer> {
  const isGzip = contentEncoding(ctx) === 'gzip';
  const gunzip = isGzip ? createGunzip({ chunkSize: INFLATED_AT_ONCE_BYTES }) : undefined;
  const intake = new Intake(bounds);
  const deadline = new Deadline(bounds.bodyMs, tooSlow);
  try {
    if (!isGzip) intake.expect(Number(ctx.get('Content-Length')));
    await Promise.race([takeAll(ctx.req, gunzip, intake), deadline.passed]);
    return intake.bytes();
  } catch (error) {
    leave(ctx.req, gunzip);
    throw error instanceof RequestError ? error : invalid('The body could not be read');
  } finally {
    deadline.stop();
  }
}

/** As much as 500 referrals have; Node's 16 kB send the body of a push to another thread and back seven times. */
const INFLATED_AT_ONCE_BYTES = 128 * 1024;

function contentEncoding(ctx: RequestContext): 'gzip' | 'identity' {
  const encoding = ctx.get('Content-Encoding').toLowerCase() || 'identity';
  if (encoding === 'gzip' || encoding === 'identity') return encoding;
  throw unsupportedMediaType('The body may have no encoding other than gzip');
}

/** Takes a body in while it is neither larger than fits nor too dear to parse nor, without a large body's place, large. */
class Intake {
  readonly #bounds: BodyBounds;
  readonly #shape = new JsonShape();
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #isLarge = false;

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  /** Judges a size in bytes, before or after that much has arrived. */
  expect(size: number): void {
    const { limitBytes, enterLarge } = this.#bounds;
    if (size > limitBytes) throw tooLarge(limitBytes);
    if (this.#isLarge || size <= BODY_LIMIT_BYTES) return;
    enterLarge();
    this.#isLarge = true;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    this.expect(this.#size);
    this.#shape.add(piece);
    this.#pieces.push(piece);
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
