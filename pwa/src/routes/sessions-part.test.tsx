// @vitest-environment jsdom
import type { UserSession } from '@sunloop/shared-types/accounts/session.ts';
import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { aNewReferral } from '@sunloop/engine/test/builders.ts';
import { answerWith, cutBefore, jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import { fixedDeps } from '@sunloop/engine/test/fixed-deps.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { SessionsPart } from './sessions-part.tsx';
import { withDb } from '../test/page/with-db.tsx';
import '../test/page/setup.ts';

const PATH = '/api/user/sessions';
const at = '2026-11-20T10:00:00.000Z';
const aSession = (overrides: Partial<UserSession>): UserSession => ({
  id: 'b3a1c7de-0000-4000-8000-000000000001',
  device: 'Chrome 142 on Windows',
  place: '203.0.113.0/24',
  startedAt: at,
  lastUsedAt: at,
  expiresAt: at,
  isCurrent: false,
  ...overrides,
});
const here = aSession({ id: 'b3a1c7de-0000-4000-8000-000000000002', isCurrent: true });
const other = aSession({ device: 'Safari 26 on iPhone' });
const gone = answerWith(() => new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } }));

async function openCard(sessions: UserSession[] = [here, other]) {
  const device = await aSignedInDevice(undefined, fixedDeps());
  const { server, db } = device;
  let list = sessions;
  server.more.set(PATH, (_, request) => jsonAnswer(list, request));
  const onAllEnded = vi.fn(async () => undefined);
  const show = () => render(<SessionsPart onAllEnded={onAllEnded} />, withDb(db));
  return { ...device, onAllEnded, show, become: (next: UserSession[]) => void (list = next) };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('each device is listed with its last use and no network, and this one is marked', async () => {
  const { show } = await openCard();
  show();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  expect(first?.textContent).not.toContain('203.0.113');
  expect(first && within(first).queryByRole('button')).toBeNull();
  expect(second?.textContent).toContain('Safari 26 on iPhone');
});

test.each([
  ['goes', gone],
  ['that is already signed out disappears as well', answerWith(() => refusal(404, 'not_found'))],
])('a device signed out from here %s', async (_, step) => {
  const { show, server, become } = await openCard();
  show();
  await screen.findByText('Safari 26 on iPhone');
  server.script(`${PATH}/${other.id}`, step);
  become([here]);
  await press('Log out Safari 26 on iPhone');
  await waitFor(() => expect(screen.queryByText('Safari 26 on iPhone')).toBeNull());
  expect(server.sentTo(`${PATH}/${other.id}`)).toMatchObject([{ method: 'DELETE' }]);
});

test('all devices are signed out after a question that says what waits here, this one last', async () => {
  const { show, server, db, onAllEnded } = await openCard();
  await enqueue(db, [aNewReferral(), aNewReferral()]);
  show();
  await screen.findByText('Safari 26 on iPhone');
  await press('Log out of all my devices');
  const dialog = await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog.textContent).toContain('2 entries have not reached'));
  expect(onAllEnded).not.toHaveBeenCalled();
  server.script(PATH, gone);
  await press('Log out everywhere');
  await waitFor(() => expect(onAllEnded).toHaveBeenCalledOnce());
  expect(server.sentTo(PATH).at(-1)).toMatchObject({ method: 'DELETE' });
  expect(await db.outbox.count()).toBe(1);
});

test('without a connection nobody is signed out, and the question stays', async () => {
  const { show, server, onAllEnded } = await openCard();
  show();
  await screen.findByText('Safari 26 on iPhone');
  await press('Log out of all my devices');
  server.script(PATH, cutBefore);
  await press('Log out everywhere');
  await waitFor(() => expect(server.sentTo(PATH).at(-1)).toMatchObject({ method: 'DELETE' }));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(onAllEnded).not.toHaveBeenCalled();
});

test('a list that was never fetched says that it needs a connection', async () => {
  const { show, db } = await openCard();
  await patchSyncState(db, { reach: 'offline' });
  show();
  expect(
    await screen.findByText('Your devices will appear here once there is a connection.'),
  ).toBeTruthy();
});

test('a list that cannot be loaded says so and offers another try', async () => {
  const { show, server } = await openCard();
  server.more.set(PATH, () => refusal(400, 'invalid'));
  show();
  expect(await screen.findByText('Your devices could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
