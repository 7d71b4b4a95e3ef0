import { damaged, notOnlyPicture, Reader, requireSize } from './bytes.ts';

const START = Buffer.of(0xff, 0xd8);
const END = 0xd9;
const SCAN = 0xda;
const ADOBE = 0xee;
/** Baseline, extended and progressive: what browsers draw. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables and restart intervals. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
/**
 * Adobe's segment says how colors were transformed, without which they come out wrong: 5 letters, version,
 * flags and the transform.
 */
const ADOBE_BYTES = 12;

/**
 * Rewrites a JPEG: tables, frame and pixels; of its application segments, where cameras write place and
 * owner, only the color transform. Source: https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
export function rewriteJpeg(bytes: Buffer): Buffer {
  const reader = new Reader(bytes);
  const kept: Buffer[] = [START];
  reader.take(START.length);
  let frames = 0;
  let scans = 0;
  for (let marker = takeMarker(reader); marker !== END; marker = takeMarker(reader)) {
    const start = reader.at - 2;
    const segment = takeSegment(reader);
    if (FRAMES.has(marker)) {
      frames += 1;
      requireFrame(segment);
    } else if (marker === SCAN) {
      if (frames !== 1) throw damaged();
      scans += 1;
      skipScan(reader);
    } else if (isNote(marker)) {
      const isAdobe = marker === ADOBE && segment.toString('latin1', 0, 5) === 'Adobe';
      if (!isAdobe || segment.length !== ADOBE_BYTES) continue;
    } else if (!TABLES.has(marker)) throw damaged();
    kept.push(bytes.subarray(start, reader.at));
  }
  if (frames !== 1 || scans === 0) throw damaged();
  if (!reader.isAtEnd()) throw notOnlyPicture();
  return Buffer.concat([...kept, Buffer.of(0xff, END)]);
}

/** Any number of 0xFF may stand before a marker; the one right before it is kept. */
function takeMarker(reader: Reader): number {
  if (reader.byte() !== 0xff) throw damaged();
  let marker = reader.byte();
  while (marker === 0xff) marker = reader.byte();
  return marker;
}

/** What a segment holds, after its length, which counts itself. */
function takeSegment(reader: Reader): Buffer {
  const length = reader.take(2).readUInt16BE();
  if (length < 2) throw damaged();
  return reader.take(length - 2);
}

function requireFrame(frame: Buffer): void {
  if (frame.length < 6) throw damaged();
  requireSize(frame.readUInt16BE(3), frame.readUInt16BE(1));
}

/** Skips to the next marker that is neither pixel data (0xFF00) nor a restart within it. */
function skipScan(reader: Reader): void {
  const { bytes } = reader;
  for (let at = bytes.indexOf(0xff, reader.at); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1];
    const isOfScan = next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    reader.countPiece();
    if (isOfScan) continue;
    reader.at = at;
    return;
  }
  throw damaged();
}
