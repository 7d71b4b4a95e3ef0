import { saveFile } from './save-file.ts';

/** Hands a text to the browser as a download. */
export function saveTextFile(fileName: string, text: string): void {
  saveFile(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
