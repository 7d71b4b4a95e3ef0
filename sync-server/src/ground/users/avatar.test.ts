import { AVATAR_MAX_SIDE_PX } from '@sunloop/shared-types/limits.ts';
import { describe, expect, test } from 'vitest';
import { RequestError } from '../../http/errors.ts';
import {
  avatarOf,
  LOSSLESS_WEBP,
  PICTURES,
  type PictureFormat,
  pngChunk,
  pngWith,
  SEE_THROUGH_WEBP,
  uint32BE,
} from '../../test/pictures.ts';
import { cleanAvatar } from './avatar.ts';

const { png, jpeg, webp, gif } = PICTURES;
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1] ?? '', 'base64');
const clean = (format: PictureFormat, bytes: Buffer) =>
  bytesOf(cleanAvatar(avatarOf(format, bytes)));

/** What a camera writes about place and owner, as little-endian TIFF: a GPS directory and an owner. */
const EXIF = Buffer.concat([
  latin1('II*\0\x08\0\0\0\x02\0'),
  latin1('\x25\x88\x04\0\x01\0\0\0\x26\0\0\0'),
  latin1('\x98\x82\x02\0\x0c\0\0\0\x50\0\0\0'),
  latin1('GPSLatitude 52.5200 Ann the Owner'),
]);
const XMP = latin1('<x:xmpmeta exif:GPSLongitude="13,24.3E"/>');
const TELLS = /GPS|Owner|xmpmeta|Exif|thumbnail/;

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255), data]);
const jpegWith = (...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
const uint32LE = (value: number) => Buffer.from(uint32BE(value).toReversed());
const chunk = (name: string, data: Buffer) =>
  Buffer.concat([latin1(name), uint32LE(data.length), data, Buffer.alloc(data.length % 2)]);
const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([latin1('WEBP'), ...chunks]);
  return Buffer.concat([latin1('RIFF'), uint32LE(body.length), body]);
};
const canvas = (flags: number, width = 12, height = 8) =>
  chunk('VP8X', Buffer.of(flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0));
const pixels = webp.subarray(12);
const gifWith = (...blocks: Buffer[]) =>
  Buffer.concat([gif.subarray(0, 19), ...blocks, gif.subarray(19)]);
const extension = (label: number, ...blocks: Buffer[]) =>
  Buffer.concat([
    Buffer.of(0x21, label),
    ...blocks.flatMap((block) => [Buffer.of(block.length), block]),
    Buffer.of(0),
  ]);

describe('nothing invisible in a picture is kept:', () => {
  test.each<[string, PictureFormat, Buffer]>([
    ['a PNG’s EXIF', 'png', pngWith(pngChunk('eXIf', EXIF))],
    [
      'a PNG’s texts',
      'png',
      pngWith(pngChunk('iTXt', XMP), pngChunk('tEXt', EXIF), pngChunk('zTXt', EXIF)),
    ],
    ['a PNG’s unknown chunk', 'png', pngWith(pngChunk('prVt', EXIF))],
    [
      'a JPEG’s EXIF and XMP',
      'jpeg',
      jpegWith(
        segment(0xe1, Buffer.concat([latin1('Exif\0\0'), EXIF])),
        segment(0xe1, Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), XMP])),
      ),
    ],
    [
      'a JPEG’s preview and comment',
      'jpeg',
      jpegWith(
        segment(0xe0, latin1('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01thumbnail')),
        segment(0xfe, latin1('Owner')),
      ),
    ],
    [
      'a JPEG’s segment that only claims to be Adobe’s',
      'jpeg',
      jpegWith(segment(0xee, latin1('Adobe GPS Owner'))),
    ],
    [
      'a WebP’s EXIF and XMP',
      'webp',
      riff(canvas(0x0c), pixels, chunk('EXIF', EXIF), chunk('XMP ', XMP)),
    ],
    ['a GIF’s comment', 'gif', gifWith(extension(0xfe, latin1('Owner')))],
    ['a GIF’s XMP', 'gif', gifWith(extension(0xff, latin1('XMP DataXMP'), XMP))],
  ])('%s', (_, format, bytes) => {
    expect(bytes.toString('latin1')).toMatch(TELLS);
    const kept = clean(format, bytes);
    expect(kept.toString('latin1')).not.toMatch(TELLS);
    expect(kept).toEqual(PICTURES[format]);
  });

  test.each<[string, PictureFormat, Buffer]>([
    ['a PNG', 'png', png],
    ['a JPEG', 'jpeg', jpeg],
    [
      'a JPEG with its color transform',
      'jpeg',
      jpegWith(segment(0xee, latin1('Adobe\0\x64\0\0\0\0\x01'))),
    ],
    ['a WebP', 'webp', webp],
    ['a see-through WebP', 'webp', SEE_THROUGH_WEBP],
    ['a WebP without loss', 'webp', LOSSLESS_WEBP],
    ['a GIF', 'gif', gif],
    ['a see-through GIF', 'gif', gifWith(extension(0xf9, Buffer.of(1, 0, 0, 0)))],
  ])('%s with nothing else in it stays unchanged', (_, format, bytes) => {
    expect(clean(format, bytes)).toEqual(bytes);
  });
});

/** The code of the refusal, if it is refused; throws anything else. */
function faultOf(format: PictureFormat, bytes: Buffer): string | undefined {
  try {
    clean(format, bytes);
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.code;
    throw error;
  }
}

const SOF = jpeg.indexOf(Buffer.of(0xff, 0xc0));
const withJpegSize = (width: number, height: number) => {
  const bytes = Buffer.from(jpeg);
  bytes.writeUInt16BE(height, SOF + 5);
  bytes.writeUInt16BE(width, SOF + 7);
  return bytes;
};
const withPngSize = (width: number, height: number) => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const withGifSize = (width: number, height: number) => {
  const bytes = Buffer.from(gif);
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
const withWebpSize = (width: number, height: number) => {
  const bytes = Buffer.from(webp);
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
};
const frame = gif.subarray(19, -1);
const HUGE = AVATAR_MAX_SIDE_PX + 1;

describe('a refused picture is', () => {
  const moves = 'Please choose a picture that is not animated';
  const more = 'This file contains more than a picture';
  const large = /at most 2048 pixels a side/;
  const broken = 'The picture is damaged';
  test.each<[string, string | RegExp, PictureFormat, Buffer]>([
    ['an animated PNG', moves, 'png', pngWith(pngChunk('acTL', Buffer.alloc(8)))],
    ['an animated GIF', moves, 'gif', gifWith(frame)],
    ['an animated WebP', moves, 'webp', riff(canvas(0x02), pixels)],
    ['a WebP with a frame', moves, 'webp', riff(pixels, chunk('ANMF', Buffer.alloc(24)))],
    ['a PNG of gigapixels', large, 'png', withPngSize(65_535, 65_535)],
    ['a PNG a pixel too wide', large, 'png', withPngSize(HUGE, 1)],
    ['a JPEG of gigapixels', large, 'jpeg', withJpegSize(65_535, 65_535)],
    ['a GIF of gigapixels', large, 'gif', withGifSize(65_535, 65_535)],
    ['a WebP a pixel too high', large, 'webp', withWebpSize(1, HUGE)],
    ['a PNG of no size', broken, 'png', withPngSize(0, 8)],
    ['a PNG with a page behind it', more, 'png', Buffer.concat([png, latin1('<script>')])],
    ['a JPEG with an archive behind it', more, 'jpeg', Buffer.concat([jpeg, latin1('PK\x03\x04')])],
    ['a GIF with a script behind it', more, 'gif', Buffer.concat([gif, latin1('=1;alert(1)')])],
    ['a WebP with a page behind it', more, 'webp', Buffer.concat([webp, latin1('<html>')])],
    ['a PNG with an unknown critical chunk', broken, 'png', pngWith(pngChunk('ABCD', EXIF))],
    [
      'a GIF whose frame is larger than it',
      broken,
      'gif',
      gifWith(Buffer.of(0x2c, 1, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0)),
    ],
    ['a WebP whose canvas differs from its picture', broken, 'webp', riff(canvas(0, 13), pixels)],
    ['a WebP with two pictures', broken, 'webp', riff(pixels, LOSSLESS_WEBP.subarray(12))],
    ['a JPEG without pixels', broken, 'jpeg', Buffer.of(0xff, 0xd8, 0xff, 0xd9)],
    ['a JPEG with two frames', broken, 'jpeg', jpegWith(jpeg.subarray(SOF, SOF + 19))],
    [
      'a JPEG of a kind browsers do not draw',
      broken,
      'jpeg',
      jpegWith(segment(0xc3, Buffer.alloc(15))),
    ],
  ])('%s', (_, reason, format, bytes) => {
    expect(() => clean(format, bytes)).toThrow(reason);
  });

  test.each(Object.entries(PICTURES))('a %s that ends anywhere before its end', (format, bytes) => {
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => clean(format as PictureFormat, bytes.subarray(0, length))).toThrow(
        /damaged|This is not/,
      );
  });

  test('any bytes are either refused or kept, and never cause an internal error', () => {
    for (const [format, bytes] of Object.entries(PICTURES))
      for (let at = 0; at < bytes.length; at += 1)
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const spoiled = Buffer.from(bytes);
          spoiled[at] = value;
          expect(faultOf(format as PictureFormat, spoiled)).toBeOneOf([undefined, 'invalid']);
        }
  });
});
