import { animated, damaged, notOnlyPicture, Reader, requireSize } from './bytes.ts';

const SIGNATURE_BYTES = 8;
const CRC_BYTES = 4;
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const OF_ANIMATIONS = new Set(['acTL', 'fcTL', 'fdAT']);
/** By the first letter: a chunk that readers must understand. */
const isCritical = (type: string) => /^[A-Z]/.test(type);

const HEAD_BYTES = 13;

/** Rewrites a PNG: header, palette, transparency and pixels. Source: https://www.w3.org/TR/png-3/ */
export function rewritePng(bytes: Buffer): Buffer {
  const reader = new Reader(bytes);
  const kept = [reader.take(SIGNATURE_BYTES)];
  let type = '';
  for (let count = 0; type !== 'IEND'; count += 1) {
    const start = reader.at;
    const length = reader.take(4).readUInt32BE();
    type = reader.take(4).toString('latin1');
    const data = reader.take(length);
    reader.take(CRC_BYTES);
    if ((type === 'IHDR') !== (count === 0)) throw damaged();
    if (type === 'IHDR') requireHead(data);
    if (OF_ANIMATIONS.has(type)) throw animated();
    if (KEPT.has(type)) kept.push(bytes.subarray(start, reader.at));
    else if (isCritical(type)) throw damaged();
  }
  if (!reader.isAtEnd()) throw notOnlyPicture();
  return Buffer.concat(kept);
}

function requireHead(head: Buffer): void {
  if (head.length !== HEAD_BYTES) throw damaged();
  requireSize(head.readUInt32BE(0), head.readUInt32BE(4));
}
