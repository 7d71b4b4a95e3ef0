// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { waitingRows } from '@sunloop/engine/test/waiting-rows.ts';
import { anOpenDb } from '@sunloop/engine/test/builders.ts';
import { hasUnkeptForm } from '../../ui/forms/open-forms.ts';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';
import { BulkUploadDialog } from './bulk-upload-dialog.tsx';
import { type FileQuestion, readFile } from './read-file.ts';
import type { FindKnown } from './use-known.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

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
const strangers: FindKnown = async (people) => people.map(nothing);

function Page({ findKnown = strangers }: { findKnown?: FindKnown }) {
  const [place, setPlace] = useState('new');
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

const cardOf = (name: string, email = '') =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${email && `EMAIL:${email}\r\n`}TEL:555 0100\r\nEND:VCARD\r\n`;

async function pick(text: string, name = 'contacts.vcf') {
  const input = await screen.findByLabelText('Choose CSV file', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

function paste(text: string) {
  fireEvent.click(screen.getByRole('tab', { name: 'Paste Text' }));
  fireEvent.change(screen.getByLabelText('Text with people in it'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Find people' }));
}

/** Uploads as soon as it is known who is known already. */
async function upload(label: string) {
  await vi.waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: label });
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
  }, 20_000);
  await screen.findByText('Saved on this device');
}

const savedRows = async (db: UserDb) => {
  return { batches: await db.outbox.count(), rows: await waitingRows(db) };
};

test('fifty cards of a file are one batch in one act', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  const cards = Array.from({ length: 50 }, (_, at) =>
    cardOf(`Ann No${at}`, `ann${at}@example.com`),
  );
  await pick(cards.join(''));
  await upload('Upload 50 referrals');
  const { batches, rows } = await savedRows(db);
  expect([batches, rows.length]).toEqual([1, 50]);
  expect(rows[49]).toMatchObject({ email: 'ann49@example.com', phone: '555 0100' });
});

test('whoever lacks an email is shown, completed in place, or stays listed with the upload', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick(cardOf('Ann Lee', 'ann@example.com') + cardOf('Bob Ray') + cardOf('Cy Kim'));
  expect(await screen.findByText('Left out 2 ·', { exact: false })).toBeTruthy();
  const [bob] = screen.getAllByLabelText('Email', { selector: 'input' });
  fireEvent.change(bob as HTMLElement, { target: { value: 'bob@example.com' } });
  await upload('Upload 2 referrals');
  const { rows } = await savedRows(db);
  expect(rows.map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com']);
  const [kept] = await db.uploads.toArray();
  expect(kept?.leftOut).toMatchObject({ count: 1, lines: [{ person: { name: 'Cy Kim' } }] });
});

test('people are found in a pasted text, and what is nobody is listed', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  paste('Hi there!\n\nMaya Lopez, maya@example.com\nTom Ray, tom@example.com, 555 765 4321');
  const people = await screen.findByRole('list', { name: 'People found' });
  expect(within(people).getByLabelText('Maya Lopez')).toBeTruthy();
  expect(screen.getByText('tom@example.com · 555 765 4321')).toBeTruthy();
  expect(screen.getByText('No email or phone in it', { exact: false })).toBeTruthy();
  expect(screen.getByText('Hi there!')).toBeTruthy();
  fireEvent.click(within(people).getByLabelText('Tom Ray'));
  fireEvent.click(screen.getByRole('button', { name: 'Edit Maya Lopez' }));
  fireEvent.change(screen.getByLabelText('Name', { selector: 'input' }), {
    target: { value: 'Maya L. Lopez' },
  });
  await upload('Upload 1 referral');
  expect((await savedRows(db)).rows).toMatchObject([{ name: 'Maya L. Lopez', phone: null }]);
});

test('rows of a sheet that are pasted are shown as a file is, with their columns', async () => {
  render(<Page />, withDb(await anOpenDb()));
  paste('Name\tEmail\nMaya Lopez\tmaya@example.com\nTom Ray\ttom@example.com');
  expect(await screen.findByText('Columns: Name: Name, Email: Email')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Upload 2 referrals' })).toBeTruthy();
});

test('what was pasted holds updates back, and is there again after a look', async () => {
  render(<Page />, withDb(await anOpenDb()));
  paste('Maya Lopez, maya@example.com');
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text with people in it').value).toMatch(
    /^Maya/,
  );
  expect(hasUnkeptForm()).toBe(true);
});

test('who is known already is chosen only by hand, and never if they would be refused', async () => {
  const notes = [
    { isRefused: true, note: 'Same email' },
    { isRefused: false, note: 'Same phone' },
  ];
  const findKnown: FindKnown = async (people) => people.map((_, at) => notes[at]);
  render(<Page findKnown={findKnown} />, withDb(await anOpenDb()));
  paste('Maya Lopez, maya@example.com\nTom Ray, tom@example.com\nCy Kim, cy@example.com');
  await screen.findByText('Same email');
  expect(screen.getByText('Upload 1 referral')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Tom Ray'));
  expect(screen.getByText('Upload 2 referrals')).toBeTruthy();
  expect(screen.queryByLabelText('Maya Lopez')).toBeNull();
});

test('the same email twice is one person, until one of them is changed', async () => {
  render(<Page />, withDb(await anOpenDb()));
  paste('Maya Lopez, maya@example.com\nMaya Ray, MAYA@example.com');
  expect(await screen.findByText('This email is in the file more than once')).toBeTruthy();
  expect(await screen.findByText('Upload 1 referral')).toBeTruthy();
});

test('contacts of the phone are shown as cards are; whoever chooses none stays where they are', async () => {
  const select = vi.fn<() => Promise<object[]>>().mockResolvedValueOnce([]);
  select.mockResolvedValueOnce([
    {
      name: ['Ann Lee'],
      email: ['ann@example.com', 'ann@work.example'],
      tel: [],
      address: [{ addressLine: ['12 Elm St'], city: 'Salem', region: 'MA', postalCode: '01970' }],
    },
  ]);
  const getProperties = async () => ['name', 'email', 'tel', 'address', 'icon'];
  Object.assign(navigator, { contacts: { select, getProperties } });
  render(<Page />, withDb(await anOpenDb()));
  const open = await screen.findByRole('button', { name: 'Choose from your contacts' });
  fireEvent.click(open);
  await vi.waitFor(() => expect(select).toHaveBeenCalledOnce());
  fireEvent.click(open);
  expect(await screen.findByText('ann@example.com · 12 Elm St, Salem, MA 01970')).toBeTruthy();
  expect(select).toHaveBeenLastCalledWith(['name', 'email', 'tel', 'address'], { multiple: true });
  Reflect.deleteProperty(navigator, 'contacts');
});

test('a file of contacts without any card is reported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  render(<Page />, withDb(await anOpenDb()));
  await pick('Name,Email');
  expect(await screen.findByText('There is no contact in it.')).toBeTruthy();
});

test('likely slips of a file are listed with their fields, mended by a press, and sent once confirmed', async () => {
  const db = await anOpenDb();
  render(<Page />, withDb(db));
  await pick(
    'Name,Email,Phone\nAnn Lee,ann@gmial.com,555 0100\nBob Ray,bob@example.com,12',
    'friends.csv',
  );
  const asked = within(await screen.findByRole('list', { name: 'Please check' }));
  expect(asked.getByText('Is this right? Did you mean gmail.com?')).toBeTruthy();
  const press = screen.getByRole('button', { name: 'Upload 2 referrals' });
  fireEvent.click(press);
  expect(screen.getByText('Please correct them, or say that they are right.')).toBeTruthy();
  expect(await waitingRows(db)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Use gmail.com' }));
  fireEvent.click(screen.getByLabelText('They are right as they are'));
  await upload('Upload 2 referrals');
  expect(await waitingRows(db)).toMatchObject([
    { email: 'ann@gmail.com' },
    { email: 'bob@example.com', phone: '12' },
  ]);
});
