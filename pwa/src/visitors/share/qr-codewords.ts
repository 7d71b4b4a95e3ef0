/** Level M of versions 1 to 10 (ISO/IEC 18004, table 9): correction bytes per block, and number of blocks. */
const VERSIONS = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
] as const;
/** The two bytes that alternate to fill what is left. */
const [PAD, OTHER_PAD] = [0xec, 0x11];
/** The polynomial by which the field of 256 elements is reduced. */
const FIELD = 0x11d;

/** `text` as the bytes of the smallest code that holds it, corrections among them; 213 bytes at most. */
export function qrCodewords(text: string): { version: number; codewords: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  for (const [index, [correction, blocks]] of VERSIONS.entries()) {
    const version = index + 1;
    const room = bytesIn(version) - correction * blocks;
    const countBits = version > 9 ? 16 : 8;
    // Mode and terminator together take a byte.
    if (bytes.length + 1 + countBits / 8 > room) continue;
    const words = bytes.map((byte) => bitsOf(byte, 8)).join('');
    const bits = `0100${bitsOf(bytes.length, countBits)}${words}0000`;
    const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
    for (let pad = PAD; data.length < room; pad ^= PAD ^ OTHER_PAD) data.push(pad);
    return { version, codewords: interleave(data, blocks, divisorOf(correction)) };
  }
  throw new RangeError(`${bytes.length} bytes are too many for one small code.`);
}

/** Bytes a code of `version` has room for, corrections included. */
function bytesIn(version: number): number {
  const centers = version > 6 ? 3 : 2;
  const alignment = version > 1 ? (25 * centers - 10) * centers - 55 : 0;
  const told = version > 6 ? 36 : 0;
  return ((16 * version + 128) * version + 64 - alignment - told) >> 3;
}

const bitsOf = (value: number, width: number) => value.toString(2).padStart(width, '0');

/** Takes bytes from the blocks in turn, first their data, then their corrections. */
function interleave(data: readonly number[], count: number, divisor: readonly number[]): number[] {
  const short = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  let taken = 0;
  const blocks = Array.from({ length: count }, (_, index) =>
    data.slice(taken, (taken += short + (index < longFrom ? 0 : 1))),
  );
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => remainderOf(block, divisor)))];
}

function inTurn(blocks: readonly number[][]): number[] {
  const length = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

/** The product of two elements of the field. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD) ^ (((b >> bit) & 1) * a);
  }
  return product;
}

/** The polynomial whose roots are the first `degree` powers of two, its leading 1 left out. */
function divisorOf(degree: number): number[] {
  let terms = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    const now = root;
    terms = terms.map((term, index) => times(term, now) ^ (terms[index + 1] ?? 0));
    root = times(root, 2);
  }
  return terms;
}

function remainderOf(block: readonly number[], divisor: readonly number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    const moved = rest;
    rest = divisor.map((term, index) => (moved[index + 1] ?? 0) ^ times(term, factor));
  }
  return rest;
}
