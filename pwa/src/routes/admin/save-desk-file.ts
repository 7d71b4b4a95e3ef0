import { saveTextFile } from '../../ui/save-text-file.ts';
import type { DeskAct } from './use-desk-act.ts';

/** Reading a text drops the mark by which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Hands over a CSV file of the server's making. */
export async function saveDeskFile(
  act: DeskAct,
  name: string,
  read: () => Promise<string>,
): Promise<void> {
  const done = { title: 'File saved', description: `${name} is among your downloads.` };
  await act({ failed: 'Download Failed', done }, async () =>
    saveTextFile(name, `${BYTE_ORDER_MARK}${await read()}`),
  );
}
