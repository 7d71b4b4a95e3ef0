import { qrCodewords } from './qr-codewords.ts';
import { type Grid, qrPenalty } from './qr-penalty.ts';

type Place = readonly [x: number, y: number];
type Mask = (x: number, y: number) => number;
type Code = { generator: number; width: number };

const FREE = 2;
/** Each is 0 where its mask inverts a module. */
const MASKS: readonly Mask[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
/** The codes that protect format and version, and the mask of the format. */
const FORMAT: Code = { generator: 0x537, width: 10 };
const FORMAT_MASK = 0x5412;
const VERSION: Code = { generator: 0x1f25, width: 12 };

/** A QR code of `text` at level M in bytes, with the mask that suits cameras best (ISO/IEC 18004). */
export function qrGrid(text: string): Grid {
  const { version, codewords } = qrCodewords(text);
  const size = version * 4 + 17;
  const blank = { size, modules: new Uint8Array(size * size).fill(FREE) };
  drawPatterns(blank, version);
  const drawn = MASKS.map((mask, index) => {
    const grid = { size, modules: blank.modules.slice() };
    drawFormat(grid, withCheck(index, FORMAT) ^ FORMAT_MASK);
    drawData(grid, codewords, mask);
    return { grid, penalty: qrPenalty(grid) };
  });
  return drawn.reduce((best, next) => (next.penalty < best.penalty ? next : best)).grid;
}

function draw({ size, modules }: Grid, [x, y]: Place, value: number): void {
  if (x >= 0 && x < size && y >= 0 && y < size) modules[y * size + x] = value & 1;
}

function withCheck(value: number, { generator, width }: Code): number {
  let rest = value;
  for (let step = 0; step < width; step++) rest = (rest << 1) ^ ((rest >> (width - 1)) * generator);
  return (value << width) | rest;
}

/** Timing patterns, the three corners, the alignment squares, and from version 7 on the version itself. */
function drawPatterns(grid: Grid, version: number): void {
  const end = grid.size - 1;
  for (let at = 0; at <= end; at++) {
    draw(grid, [at, 6], at + 1);
    draw(grid, [6, at], at + 1);
  }
  for (const corner of [
    [3, 3],
    [end - 3, 3],
    [3, end - 3],
  ] as const) {
    drawRings(grid, corner, [1, 1, 0, 1, 0]);
  }
  const centers = version > 6 ? [6, end / 2, end - 6] : [6, end - 6];
  const pairs = version > 1 ? centers.flatMap((x) => centers.map((y) => [x, y] as const)) : [];
  for (const [x, y] of pairs) {
    const isAtFinder = Math.min(x, y) === 6 && [6, end - 6].includes(Math.max(x, y));
    if (!isAtFinder) drawRings(grid, [x, y], [1, 0, 1]);
  }
  if (version > 6) drawVersion(grid, withCheck(version, VERSION));
}

/** Concentric squares, from the center outward. */
function drawRings(grid: Grid, [centerX, centerY]: Place, rings: readonly number[]): void {
  const reach = rings.length - 1;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const value = rings[Math.max(Math.abs(dx), Math.abs(dy))] ?? 0;
      draw(grid, [centerX + dx, centerY + dy], value);
    }
  }
}

function drawVersion(grid: Grid, bits: number): void {
  for (let at = 0; at < 18; at++) {
    const [a, b] = [grid.size - 11 + (at % 3), Math.floor(at / 3)];
    draw(grid, [a, b], bits >> at);
    draw(grid, [b, a], bits >> at);
  }
}

/** Twice: around the first corner, skipping the timing pattern, and split between the other two. */
function drawFormat(grid: Grid, bits: number): void {
  const { size } = grid;
  for (let at = 0; at < 15; at++) {
    const value = bits >> at;
    if (at < 8) draw(grid, [8, at < 6 ? at : at + 1], value);
    else draw(grid, [at === 8 ? 7 : 14 - at, 8], value);
    draw(grid, at < 8 ? [size - 1 - at, 8] : [8, size - 15 + at], value);
  }
  draw(grid, [8, size - 8], 1);
}

/** Two columns at a time from the right, alternately up and down; the timing column is left out. */
function drawData(grid: Grid, codewords: readonly number[], mask: Mask): void {
  const bits = codewords.flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => word >> at));
  let at = 0;
  for (const [x, y] of dataPath(grid.size)) {
    if (grid.modules[y * grid.size + x] !== FREE) continue;
    draw(grid, [x, y], (bits[at++] ?? 0) ^ (mask(x, y) === 0 ? 1 : 0));
  }
}

function* dataPath(size: number): Generator<Place> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
    isUp = !isUp;
  }
}
