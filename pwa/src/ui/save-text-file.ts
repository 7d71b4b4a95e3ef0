import { saveFile } from './save-file.ts';

/** Hands text to the browser as a download. */
export function saveTextFile(fileName: string, text: string, type = 'text/csv'): void {
  saveFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}
