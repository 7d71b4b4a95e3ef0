import { saveTextFile } from '../../ui/save-text-file.ts';
import type { DeskCommand } from './use-desk-act.ts';

/** Reading a text drops this mark, by which spreadsheets recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Saves a CSV file made by the server. */
export async function saveDeskFile(
  act: DeskCommand,
  name: string,
  read: () => Promise<string>,
): Promise<void> {
  const done = { title: 'File saved', description: `${name} is in your downloads.` };
  await act({ failed: 'Download Failed', done }, async () =>
    saveTextFile(name, `${BYTE_ORDER_MARK}${await read()}`),
  );
}
