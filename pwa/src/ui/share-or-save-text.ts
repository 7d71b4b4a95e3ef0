import { saveTextFile } from './save-text-file.ts';

/**
 * Offers a text file to the device's share sheet, or saves it where there is none. Browsers share only a few kinds of
 * files, so for others it has `.txt` behind its name there. Returns false if the person closed the sheet.
 */
export async function shareOrSaveText(fileName: string, text: string): Promise<boolean> {
  const type = 'text/plain';
  const files = [fileName, `${fileName}.txt`].map((name) => new File([text], name, { type }));
  const file = files.find((each) => navigator.canShare?.({ files: [each] }));
  if (file) {
    try {
      await navigator.share({ files: [file] });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false;
      console.warn('The device did not share the file:', error);
    }
  }
  saveTextFile(fileName, text, type);
  return true;
}
