// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerWith, refusal } from '@sunloop/engine/test/fake-answers.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { PasswordCard } from './password-card.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';

const PATH = '/api/change-password';
const WRONG = 'This is not your current password';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
const done = answerWith(() => new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } }));
const ask = (text: string) =>
  answerWith(() => refusal(403, 'password_needed', {}, { currentPassword: text }));

async function openCard(of: Partial<CurrentUser> = {}) {
  const { server, db, user } = await aSignedInDevice({ ...aUser(), ...of });
  render(<PasswordCard email={user.email} />, withDb(db));
  return { server, bodies: () => server.sentTo(PATH).map(({ body }) => body) };
}

async function choose(password: string) {
  await userEvent.type(field('New Password'), password);
  await userEvent.type(field('Confirm Password'), password);
}

test('the current password is asked for if the server wants it, and what was typed stays', async () => {
  const { server, bodies } = await openCard();
  server.script(PATH, ask('Please enter your current password'), ask(WRONG), done);
  await choose('correct horse');
  expect(screen.queryByLabelText('Current Password')).toBeNull();
  await update();
  const current = await screen.findByLabelText<HTMLInputElement>('Current Password');
  await waitFor(() => expect(document.activeElement).toBe(current));
  expect(field('New Password').value).toBe('correct horse');
  expect(field('Confirm Password').value).toBe('correct horse');
  await userEvent.type(current, 'wrong');
  await update();
  expect(await screen.findByText(WRONG)).toBeTruthy();
  await userEvent.clear(current);
  await userEvent.type(current, 'old horse');
  await update();
  await waitFor(() => expect(field('New Password').value).toBe(''));
  const newPassword = 'correct horse';
  expect(bodies()).toEqual([
    { newPassword },
    { newPassword, currentPassword: 'wrong' },
    { newPassword, currentPassword: 'old horse' },
  ]);
  expect(screen.queryByLabelText('Current Password')).toBeNull();
});

test('a common password is refused at its field, where another one is typed', async () => {
  const { server, bodies } = await openCard();
  const tooCommon = 'This password is too common';
  server.script(
    PATH,
    answerWith(() => refusal(400, 'invalid', {}, { newPassword: tooCommon })),
    done,
  );
  await choose('sunshine');
  await update();
  expect(await screen.findByText(tooCommon)).toBeTruthy();
  for (const label of ['New Password', 'Confirm Password']) await userEvent.clear(field(label));
  await choose('better horse');
  await update();
  await waitFor(() => expect(field('New Password').value).toBe(''));
  expect(bodies().map((body) => (body as { newPassword: string }).newPassword)).toEqual([
    'sunshine',
    'better horse',
  ]);
});

test('whoever signs in by a provider may show there who they are', async () => {
  const { server } = await openCard({ sso: 'Sun Login' });
  server.script(PATH, ask('Please enter your current password'));
  await choose('correct horse');
  await update();
  expect(await screen.findByRole('button', { name: 'Sign in again with Sun Login' })).toBeTruthy();
});
