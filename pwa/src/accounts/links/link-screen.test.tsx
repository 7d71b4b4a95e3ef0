// @vitest-environment jsdom
import type { OpenedLink } from '@sunloop/shared-types/accounts/link-routes.ts';
import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerWith, jsonAnswer } from '@sunloop/engine/test/fake-answers.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { LinkScreen } from './link-screen.tsx';
import '../../test/page/setup.ts';

const [OPEN, SET, CONFIRM] = [
  '/api/links',
  '/api/password-resets/use',
  '/api/email-confirmations/use',
];
const TOKEN = 'a'.repeat(43);
const done = answerWith(() => new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } }));
const AT = '2026-01-02T10:00:00.000Z';
const factor = (id: string, isDoubtful: boolean) => ({
  id,
  name: id === 'codes' ? null : id,
  createdAt: AT,
  lastUsedAt: null,
  isDoubtful,
});

async function openLink(link: Partial<OpenedLink>) {
  const { server } = await aSignedInDevice();
  const opened = { kind: 'reset', email: 'ann@example.com', username: 'Ann', ...link };
  server.script(OPEN, (request) => jsonAnswer(opened, request));
  server.script(SET, done);
  server.script(CONFIRM, done);
  render(<LinkScreen token={TOKEN} />);
  return { sent: (path: string) => server.sentTo(path).map(({ body }) => body) };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a new password keeps what is old, and what the person ticks', async () => {
  const { sent } = await openLink({
    isOwn: false,
    factors: [factor('Phone', false), factor('Laptop', true), factor('codes', true)],
    sessions: [{ device: 'Chrome 142 on Android', place: '192.0.2.0/24', lastUsedAt: AT }],
  });
  await screen.findByText(/Chrome 142 on Android, from 192.0.2.0\/24/);
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box(/Phone/).checked, box(/Laptop/).checked]).toEqual([true, false]);
  await userEvent.click(box(/Codes of an app/));
  await userEvent.type(screen.getByLabelText('New Password'), 'battery staple');
  await press('Set password');
  await screen.findByText('Your password is set');
  expect(sent(SET)).toEqual([
    { token: TOKEN, password: 'battery staple', keep: ['Phone', 'codes'] },
  ]);
});

test('an admin who keeps nothing is told what follows', async () => {
  await openLink({ factors: [factor('codes', true)], sessions: [], needsFactor: true });
  await screen.findByText(/another admin has to let you in/);
  await userEvent.click(screen.getByRole('checkbox', { name: /Codes/ }));
  expect(screen.queryByText(/another admin has to let you in/)).toBeNull();
});

test('an older server’s link asks for the password alone', async () => {
  await openLink({});
  await screen.findByLabelText('New Password');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('whoever says that the account is not theirs confirms nothing', async () => {
  const { sent } = await openLink({ kind: 'confirm', isOwn: false });
  await screen.findByText(/could use it in your name/);
  await press('No, it is not');
  await screen.findByText('Nothing was confirmed');
  expect(sent(CONFIRM)).toEqual([]);
});

test('whoever is not signed in to the account says that it is theirs', async () => {
  const { sent } = await openLink({ kind: 'confirm', isOwn: false });
  await screen.findByText(/could use it in your name/);
  await press('Yes, it is mine');
  await screen.findByText('Your address is confirmed');
  expect(sent(CONFIRM)).toEqual([{ token: TOKEN, isMine: true }]);
});

test('whoever is signed in to it confirms at once', async () => {
  await openLink({ kind: 'confirm', isOwn: true });
  await screen.findByText('Is ann@example.com the address of your account?');
  await press('Confirm');
  await screen.findByText('Your address is confirmed');
});
