import { animated, damaged, notOnlyPicture, Reader, requireSize } from './bytes.ts';

const RIFF_HEAD_BYTES = 12;
const HAS_ALPHA = 0x10;
const IS_ANIMATED = 0x02;
const SIZE_14_BITS = 0x3fff;

type Chunks = Partial<Record<'VP8 ' | 'VP8L' | 'VP8X' | 'ALPH', Buffer>>;
type Size = readonly [width: number, height: number];

/**
 * Rewrites a WebP: size, transparency and pixels. Source:
 * https://developers.google.com/speed/webp/docs/riff_container
 */
export function rewriteWebp(bytes: Buffer): Buffer {
  const chunks = readChunks(bytes);
  const { 'VP8 ': lossy, VP8L: lossless, VP8X: extended, ALPH: alpha } = chunks;
  const pixels = lossy ?? lossless;
  if (!pixels || (lossy && lossless)) throw damaged();
  const [width, height] = lossy ? lossySize(lossy) : losslessSize(pixels);
  requireSize(width, height);
  if (extended) requireCanvas(extended, [width, height]);
  if (!lossy || !extended || !alpha) return riffOf([[lossy ? 'VP8 ' : 'VP8L', pixels]]);
  const canvas = Buffer.concat([Buffer.of(HAS_ALPHA, 0, 0, 0), extended.subarray(4, 10)]);
  return riffOf([
    ['VP8X', canvas],
    ['ALPH', alpha],
    ['VP8 ', lossy],
  ]);
}

function readChunks(bytes: Buffer): Chunks {
  const reader = new Reader(bytes);
  const announced = reader.take(RIFF_HEAD_BYTES).readUInt32LE(4) + 8;
  if (announced > bytes.length) throw damaged();
  if (announced < bytes.length) throw notOnlyPicture();
  const chunks: Record<string, Buffer> = {};
  while (!reader.isAtEnd()) {
    const name = reader.take(4).toString('latin1');
    const length = reader.take(4).readUInt32LE();
    const data = reader.take(length);
    if (length % 2 === 1) reader.byte();
    if (name === 'ANIM' || name === 'ANMF') throw animated();
    if (name in chunks) throw damaged();
    chunks[name] = data;
  }
  return chunks;
}

/** Size from the key frame's header, after a three-byte frame tag and a three-byte start code. */
function lossySize(data: Buffer): Size {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  return [data.readUInt16LE(6) & SIZE_14_BITS, data.readUInt16LE(8) & SIZE_14_BITS];
}

function losslessSize(data: Buffer): Size {
  if (data.length < 5 || data.readUInt8(0) !== 0x2f) throw damaged();
  const bits = data.readUInt32LE(1);
  return [(bits & SIZE_14_BITS) + 1, ((bits >>> 14) & SIZE_14_BITS) + 1];
}

function requireCanvas(extended: Buffer, [width, height]: Size): void {
  if (extended.length < 10) throw damaged();
  if ((extended.readUInt8(0) & IS_ANIMATED) !== 0) throw animated();
  const isSame =
    extended.readUIntLE(4, 3) + 1 === width && extended.readUIntLE(7, 3) + 1 === height;
  if (!isSame) throw damaged();
}

function riffOf(chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const parts = chunks.flatMap(([name, data]) => [
    Buffer.from(name),
    uint32(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ]);
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
