import { AVATAR_MAX_BYTES } from '@sunloop/shared-types/limits.ts';
import { invalid, RequestError, tooLarge } from '../../http/errors.ts';
import { PictureFault } from '../pictures/bytes.ts';
import { rewriteGif } from '../pictures/gif.ts';
import { rewriteJpeg } from '../pictures/jpeg.ts';
import { rewritePng } from '../pictures/png.ts';
import { rewriteWebp } from '../pictures/webp.ts';

const DATA_URL = /^data:image\/(png|jpeg|webp|gif);base64,/;
type Format = 'png' | 'jpeg' | 'webp' | 'gif';

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text;

// How files of a format begin: https://en.wikipedia.org/wiki/List_of_file_signatures
const hasSignature: Record<Format, (bytes: Buffer) => boolean> = {
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  jpeg: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  webp: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  gif: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
};
const rewrite: Record<Format, (bytes: Buffer) => Buffer> = {
  png: rewritePng,
  jpeg: rewriteJpeg,
  webp: rewriteWebp,
  gif: rewriteGif,
};

/**
 * Rewrites a data URL's picture without anything invisible: place and owner, comments, previews. Throws 400
 * with `fields.avatar` unless it is one still picture of the format it names, and 413 over 5 MB decoded.
 */
export function cleanAvatar(dataUrl: string): string {
  const [prefix, format] = DATA_URL.exec(dataUrl) ?? [];
  if (prefix === undefined) throw badAvatar('Please choose a PNG, JPEG, WebP or GIF picture');
  const base64 = dataUrl.slice(prefix.length);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > AVATAR_MAX_BYTES) throw tooLarge(AVATAR_MAX_BYTES);
  // Node's decoder accepts anything; only text that encodes back to itself is proper base64.
  if (bytes.toString('base64') !== base64) throw badAvatar('The picture is damaged');
  // The pattern allows no other format.
  const known = format as Format;
  if (!hasSignature[known](bytes)) throw badAvatar(`This is not a ${known} picture`);
  return prefix + rewriteAs(known, bytes).toString('base64');
}

/** The same, or null where that throws. */
export function cleanAvatarOrNone(dataUrl: string): string | null {
  try {
    return cleanAvatar(dataUrl);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

function rewriteAs(format: Format, bytes: Buffer): Buffer {
  try {
    return rewrite[format](bytes);
  } catch (error) {
    throw error instanceof PictureFault ? badAvatar(error.message) : error;
  }
}

function badAvatar(message: string) {
  return invalid(message, { avatar: message });
}
