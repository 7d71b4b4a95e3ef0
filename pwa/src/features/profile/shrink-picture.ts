import { fitPicture } from './picture-size.ts';

const QUALITY = 0.86;
/** Formats that are kept; anything else the device can draw is sent as JPEG. */
const KEPT = new Set(['image/webp', 'image/jpeg']);

/**
 * Draws a picture smaller on this device and answers it as a data URL, so that a photograph of some
 * megabytes goes out as some kilobytes. Throws where the file is no picture the device can read.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = fitPicture(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw pictures');
    if (!KEPT.has(file.type)) {
      // JPEG knows no transparency; what is see-through in a PNG would turn black.
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
    }
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas.toDataURL(KEPT.has(file.type) ? file.type : 'image/jpeg', QUALITY);
  } finally {
    bitmap.close();
  }
}
