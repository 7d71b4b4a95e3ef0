// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeSession } from '../../data/device-db.ts';
import { anOpenDb, aUser } from '../../test/builders.ts';
import { jsonAnswer, refusal } from '../../test/fake-answers.ts';
import { FakeServer } from '../../test/fake-server.ts';
import { ProfileFields } from './profile-form.tsx';
import '../../test/page/setup.ts';

const PATH = '/api/user/profile';

async function openForm() {
  const user = aUser({ phone: '555 0100' });
  const times = { etag: null, fetchedAt: 1, signedInAt: 1 };
  await writeSession({ key: 'session', state: 'active', user, ...times });
  const server = new FakeServer(user);
  render(<ProfileFields db={await anOpenDb(user.id)} user={user} />);
  return { user, server };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

test('an emptied email stays as it was, an emptied phone is cleared', async () => {
  const { user, server } = await openForm();
  server.script(PATH, (request) => jsonAnswer({ ...user, phone: null }, request));
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.clear(screen.getByLabelText('Phone (Optional)'));
  await save();
  await waitFor(() => expect(server.sentTo(PATH)).toHaveLength(1));
  expect(server.sentTo(PATH)[0]?.body).toEqual({
    username: user.username,
    phone: null,
    address: null,
  });
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(user.email),
  );
});

test('a taken name is told at its field and what was typed stays', async () => {
  const { server } = await openForm();
  server.script(PATH, () => refusal(409, 'username_taken'));
  await userEvent.clear(screen.getByLabelText('Username'));
  await userEvent.type(screen.getByLabelText('Username'), 'Somebody Else');
  await save();
  const name = screen.getByLabelText<HTMLInputElement>('Username');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(name.value).toBe('Somebody Else');
});
