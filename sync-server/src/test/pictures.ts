import { crc32 } from 'node:zlib';

const ofBase64 = (base64: string) => Buffer.from(base64, 'base64');

/**
 * Small pictures as the server stores them: the first five drawn by Chromium (12 x 8), the last the usual
 * one-pixel GIF.
 */
export const PICTURES = {
  png: ofBase64(
    'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAYAAADN5B7xAAAAPElEQVR4AZyOMREAMAgDe9VQCZWAEKQiBAlIQAR7DgaSuwwZks89S/GF0Oed8QBPwKUp84RvKZ2RtCYUAAAA//9i62UtAAAABklEQVQDALtgGBHcbdF+AAAAAElFTkSuQmCC',
  ),
  jpeg: ofBase64(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAwDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAHhAAAQMEAwAAAAAAAAAAAAAAABQhMQIEEhUyM1H/xAAUAQEAAAAAAAAAAAAAAAAAAAAC/8QAGREBAAMBAQAAAAAAAAAAAAAAAQACERIx/9oADAMBAAIRAxEAPwDV3u2VVpelseHjy8lUAJXFdjtboDPJ/9k=',
  ),
  webp: ofBase64(
    'UklGRk4AAABXRUJQVlA4IEIAAAAwAgCdASoMAAgAAsBMJYgC7AaQA7tn1NbdgAD+9213OedODQ6+qewH6AT8QeXCVm/D/6LpxB58Hjf9vz0yUhEAAAA=',
  ),
  gif: ofBase64('R0lGODdhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='),
};
export const SEE_THROUGH_WEBP = ofBase64(
  'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAACwAABwAAQUxQSBMAAAABDzDMERFCLJjMn7k3h4j+BzQAAFZQOCAwAAAAcAEAnQEqDAAIAALATCWYAuwBQAAA/vB1//9So3t43/C7paogo/sxn/u/PTJSEQAA',
);
export const LOSSLESS_WEBP = ofBase64(
  'UklGRigAAABXRUJQVlA4TBsAAAAvC8ABEA8wUMM9FMMc8BALJvNn7s0hov8BDQAA',
);

export type PictureFormat = keyof typeof PICTURES;

/** A picture as a data URL. */
export function avatarOf(format: PictureFormat, bytes: Buffer = PICTURES[format]): string {
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

/** A PNG chunk, with the length and checksum it needs. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32BE(data.length), body, uint32BE(crc32(body))]);
}

/** The same PNG with more chunks between its header and its pixels. */
export function pngWith(...chunks: readonly Buffer[]): Buffer {
  const { png } = PICTURES;
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A PNG of this many bytes, most of them a comment. */
export function pngOfSize(bytes: number): Buffer {
  const note = Buffer.alloc(bytes - PICTURES.png.length - 12, 'x');
  return pngWith(pngChunk('tEXt', note));
}

export function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
