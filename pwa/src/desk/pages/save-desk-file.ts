import { saveFile } from '../../ui/save-file.ts';
import type { DeskCommand } from './use-desk-act.ts';

/** Saves a file made by the server. */
export async function saveDeskFile(
  act: DeskCommand,
  name: string,
  read: () => Promise<Blob>,
): Promise<void> {
  const done = { title: 'File saved', description: `${name} is in your downloads.` };
  await act({ failed: 'Download Failed', done }, async () => saveFile(name, await read()));
}
