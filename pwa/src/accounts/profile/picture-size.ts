/** Longest side of a stored picture; the app shows it at 96 px at most, sharp up to 4x. */
const PICTURE_MAX_PX = 384;

/** The size a picture is drawn at: its shape kept, never enlarged. */
export function fitPicture(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_MAX_PX / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
