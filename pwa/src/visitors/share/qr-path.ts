import { qrGrid } from './qr-grid.ts';

/** Modules left blank around the code, so that cameras find it (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

/** The dark modules of a QR code of `text` as one SVG path on a square grid of `size` units. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, modules } = qrGrid(text);
  const runs = Array.from(modules, (isDark, at) => {
    const [x, y] = [QUIET_ZONE + (at % size), QUIET_ZONE + Math.floor(at / size)];
    return isDark ? `M${x} ${y}h1v1h-1z` : '';
  });
  return { size: size + 2 * QUIET_ZONE, path: runs.join('') };
}
