import { encode } from 'uqr';

/** Modules left blank around the code, so that cameras find it (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4;

/** The dark modules of a QR code of `text` as one SVG path on a square grid of `size` units. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const runs = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return { size, path: runs.join('') };
}
