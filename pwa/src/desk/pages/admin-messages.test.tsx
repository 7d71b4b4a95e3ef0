// @vitest-environment jsdom
import type { MailState, OutgoingMessage } from '@sunloop/shared-types/messages/admin-mail.ts';
import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { AskAgainPart } from '../../routes/shell/ask-again-part.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { AdminMessages } from './admin-messages.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const state: MailState = {
  mode: 'keep',
  sender: 'Sunloop <office@sun.example>',
  server: null,
  fault: null,
  waiting: 0,
  failed: 0,
};
const message: OutgoingMessage = {
  id: 'b3a1c7de-0000-4000-8000-000000000001',
  kind: 'password_reset',
  to: 'cleo@example.com',
  userId: null,
  username: 'Cleo',
  state: 'kept',
  tries: 1,
  reason: null,
  createdAt: AT,
  dueAt: null,
  settledAt: AT,
};
const letter = { subject: 'A new password', text: 'https://sun.example/password#x', html: '' };

test('a kept message is read once the admin said again who they are', async () => {
  const admin = aUser({ role: 'admin', username: 'Ada Admin' });
  const { server, db } = await aSignedInDevice(admin);
  server.intercept = ({ path }) => {
    if (path === routes.mailState.path) return (request) => jsonAnswer(state, request);
    if (path === routes.messages.path) return (request) => jsonAnswer([message], request);
    return undefined;
  };
  const path = `${routes.messages.path}/${message.id}`;
  server.script(
    path,
    () => refusal(403, 'password_needed', {}, { currentPassword: 'Please enter it' }),
    () => jsonAnswer({ message, letter }),
  );
  const proof = new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } });
  server.script(routes.proveIdentity.path, () => proof);
  render(
    <>
      <AdminMessages />
      <AskAgainPart user={admin} />
    </>,
    withDb(db),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Read / }));
  const form = await screen.findByRole('form', { name: 'Is it you?' });
  expect(screen.queryByText(letter.text)).toBeNull();
  await userEvent.type(within(form).getByLabelText('Your password'), 'old horse');
  await userEvent.click(within(form).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('link', { name: letter.text })).toBeDefined();
  expect(server.sentTo(path)).toHaveLength(2);
});
