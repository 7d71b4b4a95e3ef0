import { animated, damaged, notOnlyPicture, Reader, requireSize } from './bytes.ts';

const HEAD_BYTES = 13;
const FRAME_BYTES = 9;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const CONTROL = 0xf9;

/**
 * Rewrites a GIF of one frame: screen, colors, transparency and pixels. Source:
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function rewriteGif(bytes: Buffer): Buffer {
  const reader = new Reader(bytes);
  const head = reader.take(HEAD_BYTES);
  const screen = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  requireSize(screen.width, screen.height);
  const kept = [head, takeColors(reader, head.readUInt8(10))];
  let frames = 0;
  for (let kind = reader.byte(); kind !== TRAILER; kind = reader.byte()) {
    const start = reader.at - 1;
    if (kind === IMAGE) {
      frames += 1;
      if (frames > 1) throw animated();
      takeFrame(reader, screen);
      kept.push(bytes.subarray(start, reader.at));
    } else if (kind === EXTENSION) {
      const label = reader.byte();
      takeBlocks(reader);
      if (label === CONTROL) kept.push(bytes.subarray(start, reader.at));
    } else throw damaged();
  }
  if (frames === 0) throw damaged();
  if (!reader.isAtEnd()) throw notOnlyPicture();
  return Buffer.concat([...kept, Buffer.of(TRAILER)]);
}

function takeFrame(reader: Reader, screen: { width: number; height: number }): void {
  const frame = reader.take(FRAME_BYTES);
  const right = frame.readUInt16LE(0) + frame.readUInt16LE(4);
  const bottom = frame.readUInt16LE(2) + frame.readUInt16LE(6);
  if (right > screen.width || bottom > screen.height) throw damaged();
  takeColors(reader, frame.readUInt8(8));
  reader.byte();
  takeBlocks(reader);
}

/** The color table that the packed field announces. */
function takeColors(reader: Reader, packed: number): Buffer {
  return reader.take((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));
}

function takeBlocks(reader: Reader): void {
  for (let length = reader.byte(); length > 0; length = reader.byte()) reader.take(length);
}
