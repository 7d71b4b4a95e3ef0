// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '@sunloop/engine/save.ts';
import { keepHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { fakeCaches } from '@sunloop/engine/test/fake-caches.ts';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { aNewReferral, anOpenDb } from '@sunloop/engine/test/builders.ts';
import { aRow } from '@sunloop/engine/test/list-builders.ts';
import { hasUnkeptForm } from '../../ui/forms/open-forms.ts';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';
import { BulkUploadDialog } from './bulk-upload-dialog.tsx';
import { type FileQuestion, readFile } from './read-file.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { waitingRows } from '@sunloop/engine/test/waiting-rows.ts';

/** The real reader without a thread of its own, which jsdom lacks. */
class WorkerHere extends EventTarget {
  postMessage(question: FileQuestion) {
    void (async () => {
      for await (const data of readFile(question)) {
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
const findKnown = async () => [];

/** The dialog, with its place kept as in the URL. */
function Page({ at = 'new' }: { at?: string }) {
  const [place, setPlace] = useState(at);
  return (
    <>
      <BulkUploadDialog
        place={place}
        onPlace={setPlace}
        findKnown={findKnown}
        onEdit={nothing}
        renderKnown={() => null}
        onShowRefused={nothing}
        onClose={nothing}
      />
      <NoticeRegion />
    </>
  );
}

async function pick(text: string, name = 'friends.csv') {
  const input = await screen.findByLabelText('Choose CSV file', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

const countOf = (label: string | RegExp) =>
  within(screen.getByText(label).parentElement as HTMLElement).getByRole('definition').textContent;

test('an opened file holds updates back until it is saved', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('Ann Lee,ann@example.com');
  const upload = await screen.findByRole('button', { name: /^Upload/ });
  expect(hasUnkeptForm()).toBe(true);
  fireEvent.click(upload);
  await vi.waitFor(() => expect(hasUnkeptForm()).toBe(false));
});

test('what was shared and is not here is said, until a file is chosen', async () => {
  render(<Page at="shared" />, withDb(await anOpenDb()));
  const said = await screen.findByRole('region', { name: 'Nothing arrived' });
  expect(said.textContent).toContain('Please share it again, or choose it below.');
  await pick('Ann Lee,ann@example.com');
  await screen.findByRole('button', { name: /^Upload/ });
  expect(screen.queryByRole('region', { name: 'Nothing arrived' })).toBeNull();
});

test('what was shared is shown, and nothing is missing', async () => {
  vi.stubGlobal('caches', fakeCaches());
  await keepHandedFile({ file: new File(['Ann Lee,ann@example.com'], 'friends.csv'), others: 0 });
  render(<Page at="shared" />, withDb(await anOpenDb()));
  await screen.findByText('friends.csv');
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(await screen.findByLabelText('Choose CSV file', { selector: 'input' })).toBeTruthy();
  expect(screen.queryByText('Nothing arrived')).toBeNull();
});

test('the first ten rows are shown, and each skipped line says why', async () => {
  render(<Page />, withDb(await anOpenDb()));
  const rows = Array.from({ length: 12 }, (_, at) => `Friend ${at},friend${at}@example.com`);
  await pick(['Name,Email', ...rows, 'Nobody,nowhere'].join('\n'));
  expect(await screen.findByText('12 people')).toBeTruthy();
  expect(screen.getByText('Friend 9')).toBeTruthy();
  expect(screen.queryByText('Friend 10')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'fix the lines left out' }));
  expect(screen.getByText('Line 14')).toBeTruthy();
  expect(screen.getByText('Please enter a valid email')).toBeTruthy();
});

test('a bad cell can be corrected before anything is sent, and the count follows', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick('Name,Email\nAnn Lee,ann@example.com\nBob Ray,bob@\nCy Kim,ANN@example.com');
  await screen.findByText('Upload 1 referral');
  fireEvent.click(screen.getByRole('button', { name: 'fix the lines left out' }));
  const [bob, cy] = screen.getAllByLabelText('Email', { selector: 'input' });
  fireEvent.change(bob as HTMLElement, { target: { value: ' bob@example.com' } });
  expect(screen.getByText('Will be sent')).toBeTruthy();
  fireEvent.change(cy as HTMLElement, { target: { value: 'bob@example.com' } });
  expect(screen.getByText('This email is in the file more than once')).toBeTruthy();
  fireEvent.change(cy as HTMLElement, { target: { value: 'cy@example.com' } });
  fireEvent.click(screen.getByText('Upload 3 referrals'));
  await screen.findByText('Saved on this device');
  const rows = await waitingRows(db);
  expect(rows.map(({ email }) => email)).toEqual([
    'ann@example.com',
    'bob@example.com',
    'cy@example.com',
  ]);
});

test('columns are guessed from their headings, shown, and can be changed', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('First,Last,Office,E-mail\nAnn,Lee,the office,ann@example.com');
  expect(
    await screen.findByText('Columns: Name: First, Last name: Last, Email: E-mail'),
  ).toBeTruthy();
  expect(screen.getByText('Ann Lee')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: '2' } });
  expect(await screen.findByText('ann@example.com · the office')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Last name'), { target: { value: '-1' } });
  expect(await screen.findByLabelText('Ann')).toBeTruthy();
});

test('the line of the headings is shown, and another one can be taken', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('Fall list,\nWer,Wohin\nAnn Lee,ann@example.com');
  expect(await screen.findByText(/^No line holds the headings/)).toBeTruthy();
  expect(screen.getByText('Left out 2 ·', { exact: false })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Headings'), { target: { value: '2' } });
  expect(await screen.findByText(/^Line 2 holds the headings/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'see the lines left out' }));
  expect(screen.getByText(/Above the headings/)).toBeTruthy();
});

test('a line left out is mended after the upload, too, and the others stay counted', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick('Name,Email\nAnn Lee,ann@example.com\nBob Ray,bob@\nX,nowhere');
  fireEvent.click(await screen.findByText('Upload 1 referral'));
  await screen.findByText('Saved on this device');
  fireEvent.click(screen.getByRole('button', { name: 'fix the lines left out' }));
  const [bob] = screen.getAllByLabelText('Email', { selector: 'input' });
  fireEvent.change(bob as HTMLElement, { target: { value: 'bob@example.com' } });
  fireEvent.click(screen.getByText('Upload 1 referral'));
  await vi.waitFor(async () => {
    const rows = await waitingRows(db);
    expect(rows.map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com']);
  });
  await vi.waitFor(() => expect(countOf(/^Left out/)).toBe('1'));
});

test('columns that could not be told are asked, with what is in them', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('Acme Corp,Ann Lee,ann@example.com');
  expect(await screen.findByText(/Please choose what belongs in each field/)).toBeTruthy();
  expect(screen.getByText('Nobody in it can be sent.')).toBeTruthy();
  const name = screen.getByLabelText('Name', { selector: 'select' });
  expect(name.closest('details')?.open).toBe(true);
  fireEvent.change(name, { target: { value: '1' } });
  expect(await screen.findByLabelText('Ann Lee')).toBeTruthy();
  expect(name.closest('details')?.open).toBe(true);
});

test('an empty file shows no columns', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('');
  expect(await screen.findByText('Nobody in it can be sent.')).toBeTruthy();
  expect(screen.queryByText(/^Columns:/)).toBeNull();
});

test('a number that a spreadsheet shortened is mended at its row', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('Name,Email,Phone\nAnn Lee,ann@example.com,5.2E+09');
  fireEvent.click(await screen.findByRole('button', { name: 'fix the lines left out' }));
  expect(screen.getByText(/^A spreadsheet changed this number/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Phone', { selector: 'input' }), {
    target: { value: '' },
  });
  expect(screen.getByText('Upload 1 referral')).toBeTruthy();
});

test('what a spreadsheet spoiled is said until it is typed again, whatever else is mended', async () => {
  render(<Page />, withDb(await anOpenDb()));
  await pick('Name,Email,Street,City\nAnn Lee,ann@,12 Elm St,=A2');
  fireEvent.click(await screen.findByRole('button', { name: 'fix the lines left out' }));
  const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
  fireEvent.change(field('Email'), { target: { value: 'ann@example.com' } });
  expect(screen.queryByText('Upload 1 referral')).toBeNull();
  fireEvent.change(field('Address'), { target: { value: '12 Elm St, Mesa' } });
  expect(screen.getByText('Upload 1 referral')).toBeTruthy();
});

test('whoever asked not to be contacted is sent only if the person says so', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick('Name,Email,Do Not Call\nAnn Lee,ann@example.com,Yes\nBob Ray,bob@example.com,No');
  expect(await screen.findByText('Upload 1 referral')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'fix the lines left out' }));
  expect(screen.getByText(/The file says not to contact them/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Send anyway'));
  expect(screen.getByText('Upload 2 referrals')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Will be sent'));
  fireEvent.click(screen.getByText('Upload 1 referral'));
  await screen.findByText('Saved on this device');
  expect((await waitingRows(db)).map(({ email }) => email)).toEqual(['bob@example.com']);
  expect(countOf(/^Left out/)).toBe('1');
});

test('a saved file of unsent rows comes back under their ids, and a second time adds nothing', async () => {
  const db = await anOpenDb();
  await enqueue(db, [aNewReferral({ date: '2026-03-01T10:00:00.000Z' })]);
  const [saved, rows] = [await exportWaiting(db), await waitingRows(db)];
  await db.outbox.clear();
  render(<Page />, withDb(db));
  await pick(saved);
  fireEvent.click(await screen.findByText('Bring it back'));
  await screen.findByText('Brought back');
  expect(await waitingRows(db)).toEqual(rows);
  fireEvent.click(screen.getByText('Choose another file'));
  await pick(saved);
  fireEvent.click(await screen.findByText('Bring it back'));
  await screen.findByText('Nothing new in this file');
  expect(await waitingRows(db)).toEqual(rows);
});

test('another person’s file is refused in words, and so is one that was cut off', async () => {
  const [theirs, db] = [await anOpenDb(), await anOpenDb()];
  for (const each of [theirs, db]) {
    await enqueue(each, [
      aNewReferral({ name: 'Ann Lee' }),
      aNewReferral({ name: 'Bo, "Bob" Ray' }),
    ]);
  }
  render(<Page />, withDb(db));
  await pick(await exportWaiting(theirs));
  expect(await screen.findByText('This file is another person’s')).toBeTruthy();
  fireEvent.click(screen.getByText('Choose another file'));
  const own = await exportWaiting(db);
  await pick(own.slice(0, own.indexOf('Bob')));
  expect(await screen.findByText('This file is damaged')).toBeTruthy();
  expect(screen.getByText(/^1 of its 2 entries could be read/)).toBeTruthy();
});

test('the picker offers what Android calls a CSV', async () => {
  render(<Page />, withDb(await anOpenDb()));
  const input = await screen.findByLabelText('Choose CSV file', { selector: 'input' });
  expect(input.getAttribute('accept')?.split(',')).toEqual(
    expect.arrayContaining(['.csv', 'text/csv', 'text/comma-separated-values']),
  );
});

test('without a connection everything is saved and the summary says that it waits', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick('Ann Lee,ann@example.com\nBob Ray,bob@example.com');
  fireEvent.click(await screen.findByText('Upload 2 referrals'));
  expect(await screen.findByText('Saved on this device')).toBeTruthy();
  expect(countOf('Waiting to send')).toBe('2');
  expect(await waitingRows(db)).toHaveLength(2);
});

test.each([
  ['friends.txt', 'a,b', ['Invalid file format', 'Please upload a CSV file.']],
  [
    'friends.csv',
    '"never closed',
    ['Failed to parse file', 'Please check your CSV format and try again.'],
  ],
])('%s that is not CSV is reported in the words of SPEC §8', async (name, text, words) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  render(<Page />, withDb(await anOpenDb()));
  await pick(text, name);
  for (const word of words) expect(await screen.findByText(word)).toBeTruthy();
  expect(screen.getByText('Upload File')).toBeTruthy();
});

test('of many errors, the first five are listed and the others counted', async () => {
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
  render(<Page at="u" />, withDb(db));
  fireEvent.click(await screen.findByText('View Errors (7)'));
  expect(screen.getByText('Friend 4: Please enter a valid email')).toBeTruthy();
  expect(screen.queryByText(/Friend 5:/)).toBeNull();
  expect(screen.getByText('... and 2 more')).toBeTruthy();
});
