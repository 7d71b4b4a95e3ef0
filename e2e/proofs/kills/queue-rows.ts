import { expect, type Page } from 'playwright/test';
import { csvFile } from '../../fixtures/csv-files.ts';
import { type Person, uniqueWord } from '../../fixtures/people.ts';
import { waitingRows } from '../../fixtures/referrals.ts';
import { uploadPeople } from '../devices/upload-people.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { FILES } from './kill-plan.ts';

/** What the person has uploaded: the ids the device gave, and a word that all the emails share. */
export interface Queued {
  readonly ids: readonly string[];
  readonly word: string;
}

/**
 * Uploads files as a person does while nothing gets through, and returns what then waits. Afterwards the line
 * is still closed; `open` opens it.
 */
export async function queueRows(
  { page, person, proxy }: { page: Page; person: Person; proxy: FaultProxy },
  rows: number,
): Promise<Queued & { open: () => void }> {
  const { lift: open } = proxy.plant({ fault: 'drop-before', only: / \/api\// });
  const word = uniqueWord();
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  const size = rows / FILES;
  await page.goto('/referrals?upload=1');
  for (let at = 0; at < FILES; at += 1) {
    if (at > 0) await dialog.getByRole('button', { name: 'Upload another file' }).click();
    const file = csvFile(linesOf(word, { from: at * size, count: size }), `part-${at + 1}.csv`);
    await uploadPeople(page, file, size);
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  const ids = (await waitingRows(page, person.id)).map(({ id }) => id);
  expect(new Set(ids).size, 'rows that wait').toBe(rows);
  return { ids, word, open };
}

function linesOf(word: string, { from, count }: { from: number; count: number }): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const n = from + at + 1;
    // Seven digits, or the app asks whether they are right.
    const phone = `000-${String(n).padStart(4, '0')}`;
    return `Friend ${n} of ${word},friend.${n}.${word}@example.com,${phone}`;
  });
  return lines.join('\r\n');
}
