// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { UserDb } from '@sunloop/engine/data/user-db.ts';
import { deviceDb, writeSession } from '@sunloop/engine/data/device-db.ts';
import { aReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { AddReferralDialog } from './add-referral-dialog.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { waitingRows } from '@sunloop/engine/test/waiting-rows.ts';

// The form stands without a router here.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: string }) => <span>{children}</span>,
}));

// jsdom has no screen to scroll.
Element.prototype.scrollIntoView = () => undefined;

/** A database of its own for each test. */
function openDialog() {
  const db = new UserDb(crypto.randomUUID());
  const onClose = vi.fn<() => void>();
  const view = render(<AddReferralDialog onClose={onClose} />, withDb(db));
  return { db, onClose, ...view };
}

async function fillIn(name: string) {
  await userEvent.type(await screen.findByLabelText('Full Name'), name);
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Phone Number'), '555 0100');
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add Referral' }));

test('an empty form says what is missing and saves nothing', async () => {
  const { db, onClose } = openDialog();
  await screen.findByLabelText('Full Name');
  await submit();
  expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy();
  expect(screen.getByText('Please enter a valid email')).toBeTruthy();
  expect(screen.getByText('Phone number is required')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
  expect(onClose).not.toHaveBeenCalled();
});

test('a valid form closes only once the referral is in the outbox, and leaves no draft', async () => {
  const { db, onClose } = openDialog();
  await fillIn('Ann Lee');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [entry] = await db.outbox.toArray();
  expect(entry?.rows).toMatchObject([{ name: 'Ann Lee', phone: '555 0100', address: null }]);
  expect(await db.drafts.count()).toBe(0);
});

test('on a full disk the dialog stays open with its text, and offers to copy it', async () => {
  const { db, onClose } = openDialog();
  vi.mocked(console.error).mockImplementation(() => undefined);
  await fillIn('Ann Lee');
  vi.spyOn(db.outbox, 'bulkAdd').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await submit();
  expect(await screen.findByText(/This device is full/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy text' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Ann Lee');
  expect(onClose).not.toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
});

test('a half-typed form is restored when the dialog is opened again', async () => {
  const { db, unmount } = openDialog();
  await userEvent.type(await screen.findByLabelText('Full Name'), 'Half');
  unmount();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  render(<AddReferralDialog onClose={() => undefined} />, withDb(db));
  expect((await screen.findByLabelText<HTMLInputElement>('Full Name')).value).toBe('Half');
});

test('the email of somebody referred before says so while it is typed, and is not accepted', async () => {
  const { db, onClose } = openDialog();
  await db.referrals.add(aReferral({ name: 'Ann Before', email: 'ANN@example.com', phone: null }));
  await fillIn('Ann Lee');
  expect(await screen.findByText('You have already referred this person')).toBeTruthy();
  expect(screen.getByText('Ann Before')).toBeTruthy();
  expect(screen.getByText('Open this friend')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add anyway' })).toBeNull();
  await submit();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(await db.outbox.count()).toBe(0);

  await userEvent.type(screen.getByLabelText('Email'), '.au');
  expect(screen.queryByText('You have already referred this person')).toBeNull();
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('the phone of somebody referred before is only a hint, which the person may ignore', async () => {
  const { db, onClose } = openDialog();
  await db.referrals.add(aReferral({ name: 'Same House', phone: '5550100' }));
  await fillIn('Ann Lee');
  await submit();
  await userEvent.click(await screen.findByRole('button', { name: 'Add anyway' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await db.outbox.count()).toBe(1);
});

test('one’s own email is refused before anything is saved, with another case or a tag, too', async () => {
  const user = aUser({ email: 'Ann+home@example.com' });
  const times = { etag: null, fetchedAt: 1, signedInAt: 1 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  const { db, onClose } = openDialog();
  await fillIn('Ann Lee');
  await submit();
  expect(await screen.findByText('You cannot refer yourself')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
  expect(onClose).not.toHaveBeenCalled();
  await deviceDb.device.clear();
});

test('three submits in one tick save one referral and close once', async () => {
  const { db, onClose } = openDialog();
  await fillIn('Ann Lee');
  const form = screen.getByRole('form', { name: 'Add New Referral' });
  for (let time = 0; time < 3; time += 1) fireEvent.submit(form);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const rows = await waitingRows(db);
  expect(rows).toMatchObject([{ name: 'Ann Lee' }]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(await db.drafts.count()).toBe(0);
});

const again = () => userEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the next one on a street begins at the name, with all of the address but its number', async () => {
  const { db, onClose } = openDialog();
  await fillIn('Ann Lee');
  await userEvent.type(screen.getByLabelText('Address (Optional)'), '12 Sun Street, Austin');
  await again();
  await waitFor(() => expect(valueOf('Full Name')).toBe(''));
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
  expect([valueOf('Email'), valueOf('Phone Number')]).toEqual(['', '']);
  expect(valueOf('Address (Optional)')).toBe(' Sun Street, Austin');
  expect(screen.queryByText('Name must be at least 2 characters')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();

  await userEvent.type(screen.getByLabelText('Full Name'), 'Bob Ray');
  await userEvent.type(screen.getByLabelText('Email'), 'bob@example.com');
  await userEvent.type(screen.getByLabelText('Phone Number'), '555 0101');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const rows = await waitingRows(db);
  expect(rows).toMatchObject([
    { name: 'Ann Lee', address: '12 Sun Street, Austin' },
    { name: 'Bob Ray', address: 'Sun Street, Austin' },
  ]);
});

test('the focus is on the name within the press, before anything is saved', async () => {
  openDialog();
  await fillIn('Ann Lee');
  fireEvent.click(screen.getByRole('button', { name: 'Save and add another' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
  await waitFor(() => expect(valueOf('Full Name')).toBe(''));
});

test('what is typed while the last one is saved stays, and a fault leads to its field', async () => {
  openDialog();
  await fillIn('Ann Lee');
  const press = screen.getByRole('button', { name: 'Save and add another' });
  fireEvent.click(press);
  fireEvent.change(screen.getByLabelText('Full Name'), { target: { value: 'Bo' } });
  await waitFor(() => expect(valueOf('Email')).toBe(''));
  expect(valueOf('Full Name')).toBe('Bo');
  fireEvent.click(press);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
});

test('a street alone is no draft of somebody', async () => {
  const { db, unmount } = openDialog();
  await fillIn('Ann Lee');
  await userEvent.type(screen.getByLabelText('Address (Optional)'), '12 Sun Street');
  await again();
  await waitFor(() => expect(valueOf('Full Name')).toBe(''));
  unmount();
  await waitFor(async () => expect((await db.drafts.toArray())[0]?.values ?? {}).toEqual({}));
});

test('somebody who is known is added anyway, and the form begins anew as it was asked to', async () => {
  const { db, onClose } = openDialog();
  await db.referrals.add(aReferral({ name: 'Anna', phone: '555 0100', email: 'anna@example.com' }));
  await fillIn('Ann Lee');
  await again();
  await userEvent.click(await screen.findByRole('button', { name: 'Add anyway' }));
  await waitFor(() => expect(valueOf('Full Name')).toBe(''));
  expect(onClose).not.toHaveBeenCalled();
  expect(await db.outbox.count()).toBe(1);
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a likely slip in email or phone is asked about, mended by a press, and accepted once confirmed', async () => {
  const { db, onClose } = openDialog();
  await userEvent.type(await screen.findByLabelText('Full Name'), 'Ann Lee');
  await userEvent.type(screen.getByLabelText('Email'), 'ty.po@gmail');
  expect(screen.queryByText(/Is this right/)).toBeNull();
  await userEvent.type(screen.getByLabelText('Phone Number'), '12');
  expect(screen.getByText('Is this right? Did you mean gmail.com?')).toBeTruthy();
  await submit();
  expect(screen.getByText('Is this right? It has fewer than seven digits.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(await db.outbox.count()).toBe(0);
  await press('Use gmail.com');
  expect(valueOf('Email')).toBe('ty.po@gmail.com');
  await press('It’s right');
  expect(screen.queryByText(/Is this right/)).toBeNull();
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await waitingRows(db)).toMatchObject([{ email: 'ty.po@gmail.com', phone: '12' }]);
});

test('another text than the confirmed one is asked about anew', async () => {
  const { db } = openDialog();
  await fillIn('Ann Lee');
  await userEvent.clear(screen.getByLabelText('Phone Number'));
  await userEvent.type(screen.getByLabelText('Phone Number'), '12');
  await submit();
  await press('It’s right');
  await userEvent.type(screen.getByLabelText('Phone Number'), '3');
  await submit();
  expect(screen.getByText('Is this right? It has fewer than seven digits.')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('one’s own code in ‘On behalf of’ is refused at once, and nothing is saved for it', async () => {
  const user = aUser({ referralCode: 'ABCD2345' });
  const times = { etag: null, fetchedAt: 1, signedInAt: 1 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  const db = new UserDb(crypto.randomUUID());
  render(<AddReferralDialog mayTake onClose={() => undefined} />, withDb(db));
  await fillIn('Ann Lee');
  await userEvent.type(await screen.findByLabelText(/^On behalf of/), 'abcd 2345');
  expect(await screen.findByText(/^This is your own code/)).toBeTruthy();
  await submit();
  expect(await db.outbox.count()).toBe(0);
  await userEvent.clear(screen.getByLabelText(/^On behalf of/));
  await submit();
  await waitFor(async () => expect(await db.outbox.count()).toBe(1));
  await deviceDb.device.clear();
});
