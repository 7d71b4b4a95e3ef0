import { fitPicture } from './picture-size.ts';

const QUALITY = 0.86;
/** Formats that stay as they are; anything else the device can draw is sent as JPEG. */
const KEPT = new Set(['image/webp', 'image/jpeg']);

/**
 * Scales a picture down on this device and returns it as a data URL, so that a photo of some megabytes is sent as some
 * kilobytes. Throws if the device cannot read the file as a picture.
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
      // JPEG has no transparency; transparent parts of a PNG would turn black.
      context.fillStyle = 'white';
      context.fillRect(0, 0, width, height);
    }
    context.drawImage(bitmap, 0, 0, width, height);
    return canvas.toDataURL(KEPT.has(file.type) ? file.type : 'image/jpeg', QUALITY);
  } finally {
    bitmap.close();
  }
}
