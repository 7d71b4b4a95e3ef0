// @vitest-environment jsdom
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readSession, updateSessionUser, writeSession } from '@sunloop/engine/data/device-db.ts';
import { anOpenDb, aUser } from '@sunloop/engine/test/builders.ts';
import { cutBefore, jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import { sayLastWords } from '@sunloop/engine/lib/last-words.ts';
import { openForms } from '../../ui/forms/open-forms.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileFields } from './profile-form.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { useStoredHere } from '../../stored/use-stored.ts';

const PATH = '/api/user/profile';

/** The form with its user from Dexie, as on the page. */
function Page({ user }: { user: User }) {
  const session = useStoredHere(readSession);
  return <ProfileFields user={session?.state === 'active' ? session.user : user} />;
}

async function openForm() {
  const user = aUser({ phone: '555 0100' });
  const times = { etag: null, fetchedAt: 1, signedInAt: 1 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  const server = new FakeServer(user);
  const db = await anOpenDb(user.id);
  const view = render(<Page user={user} />, withDb(db));
  await screen.findByLabelText('Username');
  return { user, server, db, ...view };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const phone = () => field('Phone (Optional)');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const retype = async (input: HTMLInputElement, text: string) => {
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const bodies = (server: FakeServer) => server.sentTo(PATH).map(({ body }) => body);

test('an emptied email stays as it was, an emptied phone is cleared, and nothing else is sent', async () => {
  const { user, server } = await openForm();
  server.script(PATH, (request) => jsonAnswer({ ...user, phone: null }, request));
  await userEvent.clear(field('Email'));
  await userEvent.clear(phone());
  await save();
  await waitFor(() =>
    expect(bodies(server)).toEqual([{ phone: null, expected: { phone: '555 0100' } }]),
  );
  await waitFor(() => expect(field('Email').value).toBe(user.email));
  expect(phone().value).toBe('');
});

test('an unchanged form sends nothing', async () => {
  const { user, server } = await openForm();
  await userEvent.clear(field('Username'));
  await save();
  expect(field('Username').value).toBe(user.username);
  expect(bodies(server)).toEqual([]);
});

test('a taken name is reported at its field, and what was typed stays', async () => {
  const { server } = await openForm();
  server.script(PATH, () => refusal(409, 'username_taken'));
  await retype(field('Username'), 'Somebody Else');
  await save();
  await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'));
  expect(field('Username').value).toBe('Somebody Else');
});

test('an untouched form shows what was changed elsewhere; a typed field keeps its text', async () => {
  const { user } = await openForm();
  await userEvent.type(field('Address (Optional)'), 'Home 1');
  await updateSessionUser(user.id, { user: { ...user, phone: '555 0111', username: 'Renamed' } });
  await waitFor(() => expect(phone().value).toBe('555 0111'));
  expect(field('Username').value).toBe('Renamed');
  expect(field('Address (Optional)').value).toBe('Home 1');
});

/** Saves here what conflicts with a change another device made after this form was loaded. */
async function meetConflict() {
  const form = await openForm();
  const { user, server } = form;
  await retype(phone(), '555 0122');
  server.user = { ...user, phone: '555 0111', address: 'Elsewhere 1' };
  const stored = { phone: '555 0111' };
  server.script(PATH, () => refusal(409, 'changed_meanwhile', {}, stored));
  await save();
  await screen.findByText('555 0111');
  return form;
}

test('a field changed elsewhere meanwhile shows both, and nothing typed is lost', async () => {
  const { server } = await meetConflict();
  expect(phone().value).toBe('555 0122');
  await waitFor(() => expect(phone().getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(phone()));
  expect(screen.getByText('555 0122')).toBeTruthy();
  // The other stored changes came along.
  await waitFor(() => expect(field('Address (Optional)').value).toBe('Elsewhere 1'));
  // Nothing is sent before it is settled.
  await save();
  expect(bodies(server)).toHaveLength(1);
});

test('with “Keep mine”, the next save names what is seen now', async () => {
  const { user, server } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine: 555 0122' }));
  expect(screen.queryByText('555 0111')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(phone()));
  server.script(PATH, (request) => jsonAnswer({ ...user, phone: '555 0122' }, request));
  await save();
  await waitFor(() =>
    expect(bodies(server)[1]).toEqual({
      phone: '555 0122',
      expected: { phone: '555 0111' },
    }),
  );
});

test('with “Use the saved one”, nothing is left to save', async () => {
  const { server } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Use the saved one: 555 0111' }));
  expect(phone().value).toBe('555 0111');
  expect(phone().getAttribute('aria-invalid')).toBeNull();
  expect(openForms.size).toBe(0);
  await save();
  expect(bodies(server)).toHaveLength(1);
});

test('half-typed fields are restored the next time, with their previous values', async () => {
  const { user, server, db, unmount } = await openForm();
  await retype(phone(), '555 0122');
  unmount();
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));
  await updateSessionUser(user.id, { user: { ...user, phone: '555 0111' } });
  render(<Page user={{ ...user, phone: '555 0111' }} />, withDb(db));
  await waitFor(() => expect(phone().value).toBe('555 0122'));
  expect(await screen.findByText('555 0111')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(phone().value).toBe('555 0111');
  await waitFor(async () => expect((await db.drafts.get('profile'))?.values).toEqual({}));
  expect(bodies(server)).toEqual([]);
});

test('a change that was not sent stays in its field and in the draft', async () => {
  const { server, db } = await openForm();
  server.script(PATH, cutBefore, cutBefore, cutBefore);
  await retype(phone(), '555 0122');
  await save();
  // A try after the end of this test would take an answer meant for the next one.
  await waitFor(() => expect(bodies(server)).toHaveLength(3));
  await screen.findByRole('button', { name: 'Save Changes' });
  expect(phone().value).toBe('555 0122');
  await waitFor(async () =>
    expect((await db.drafts.get('profile'))?.values).toMatchObject({ phone: '555 0122' }),
  );
});

test('a password is never kept as a draft and holds updates back', async () => {
  const db = await anOpenDb();
  const view = render(<PasswordCard email="ann@example.com" />, withDb(db));
  const writes = vi.spyOn(db.drafts, 'put');
  await userEvent.type(field('New Password'), 'correct horse');
  expect([...openForms]).toEqual([{ keep: undefined }]);
  sayLastWords();
  view.unmount();
  expect(writes).not.toHaveBeenCalled();
});

test('a new email asks for the current password if the sign-in is old, and keeps what was typed except the password', async () => {
  const { user, server, db } = await openForm();
  const needed = () => refusal(403, 'password_needed', {}, { currentPassword: 'Please enter it' });
  const email = 'new@example.com';
  server.script(PATH, needed, (request) => jsonAnswer({ ...user, email }, request));
  await retype(field('Email'), email);
  await save();
  const current = await screen.findByLabelText<HTMLInputElement>('Current Password');
  expect(field('Email').value).toBe(email);
  await userEvent.type(current, 'old horse');
  await save();
  await waitFor(() => expect(screen.queryByLabelText('Current Password')).toBeNull());
  expect(bodies(server)[1]).toEqual({
    email,
    expected: { email: user.email },
    currentPassword: 'old horse',
  });
  expect(JSON.stringify(await db.drafts.toArray())).not.toContain('old horse');
});
