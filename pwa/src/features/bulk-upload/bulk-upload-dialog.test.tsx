// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '../../data/user-db.ts';
import { anOpenDb } from '../../test/builders.ts';
import { aRow } from '../../test/list-builders.ts';
import { hasUnkeptForm } from '../../ui/open-forms.ts';
import { ToastRegion } from '../../ui/toast.tsx';
import { BulkUploadDialog } from './bulk-upload-dialog.tsx';
import { readCsvFile } from './read-csv-file.ts';
import '../../test/page/setup.ts';

/** The real reader without a thread of its own, which jsdom has not. */
class WorkerHere extends EventTarget {
  postMessage(file: Blob) {
    void (async () => {
      for await (const data of readCsvFile(file)) {
        this.dispatchEvent(new MessageEvent('message', { data }));
      }
    })();
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerHere);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const nothing = () => undefined;

/** The dialog with its place kept as the URL would. */
function Page({ db, at = 'new' }: { db: UserDb; at?: string }) {
  const [place, setPlace] = useState(at);
  return (
    <>
      <BulkUploadDialog
        db={db}
        place={place}
        onPlace={setPlace}
        onEdit={nothing}
        onShowRefused={nothing}
        onClose={nothing}
      />
      <ToastRegion />
    </>
  );
}

async function pick(text: string, name = 'friends.csv') {
  const input = await screen.findByLabelText('Choose CSV file', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

const countOf = (label: string) =>
  within(screen.getByText(label).parentElement as HTMLElement).getByRole('definition').textContent;

test('a file in hand holds updates back until it is saved', async () => {
  render(<Page db={await anOpenDb()} />);
  await pick('Ann Lee,ann@example.com');
  const upload = await screen.findByRole('button', { name: /^Upload/ });
  expect(hasUnkeptForm()).toBe(true);
  fireEvent.click(upload);
  await vi.waitFor(() => expect(hasUnkeptForm()).toBe(false));
});

test('the first ten rows are shown and each line left out says why', async () => {
  render(<Page db={await anOpenDb()} />);
  const rows = Array.from({ length: 12 }, (_, at) => `Friend ${at},friend${at}@example.com`);
  await pick(['Name,Email', ...rows, 'Nobody,nowhere'].join('\n'));
  expect(await screen.findByText('12 people')).toBeTruthy();
  expect(screen.getByText('Friend 9')).toBeTruthy();
  expect(screen.queryByText('Friend 10')).toBeNull();
  expect(screen.getByText('1 line is left out')).toBeTruthy();
  expect(screen.getByText('Line 14')).toBeTruthy();
  expect(screen.getByText('The e-mail has no @')).toBeTruthy();
});

test('without a connection everything is saved and the summary says that it waits', async () => {
  const db = await anOpenDb();
  render(<Page db={db} />);
  await pick('Ann Lee,ann@example.com\nBob Ray,bob@example.com');
  fireEvent.click(await screen.findByText('Upload 2 referrals'));
  expect(await screen.findByText('Saved on this device')).toBeTruthy();
  expect(countOf('Waiting to send')).toBe('2');
  expect((await db.outbox.toArray()).flatMap(({ rows }) => rows)).toHaveLength(2);
});

test.each([
  ['friends.txt', 'a,b', ['Invalid file format', 'Please upload a CSV file.']],
  [
    'friends.csv',
    '"never closed',
    ['Failed to parse file', 'Please check your CSV format and try again.'],
  ],
])('%s that is no CSV is told in the words of the catalogue', async (name, text, words) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  render(<Page db={await anOpenDb()} />);
  await pick(text, name);
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy();
  expect(screen.getByText('Upload File')).toBeTruthy();
});

test('of many errors the first five are listed, and the others counted', async () => {
  const db = await anOpenDb();
  const upload = { id: 'u', fileName: 'friends.csv', at: 1, total: 7, sent: 0, alreadyThere: 0 };
  await db.uploads.add(upload);
  const refusal = { code: 'invalid', error: 'Please enter a valid email', savedAt: 1 };
  await db.rejected.bulkAdd(
    Array.from({ length: 7 }, (_, at) => {
      const row = aRow({ name: `Friend ${at}` });
      return { ...refusal, id: `${at}`, row, rejectedAt: 1, uploadId: 'u' };
    }),
  );
  render(<Page db={db} at="u" />);
  fireEvent.click(await screen.findByText('View Errors (7)'));
  expect(screen.getByText('Friend 4: Please enter a valid email')).toBeTruthy();
  expect(screen.queryByText(/Friend 5:/)).toBeNull();
  expect(screen.getByText('... and 2 more')).toBeTruthy();
});
