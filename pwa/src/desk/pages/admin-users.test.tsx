// @vitest-environment jsdom
import type { User } from '@sunloop/shared-types/ground/user.ts';
import { OURS_HEADER } from '@sunloop/shared-types/limits.ts';
import type { RouteAnswer } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { aReferral, aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { cutBefore, jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import type { SeenRequest } from '@sunloop/engine/test/fake-step.ts';
import type { AdminSearch } from './admin-panels.ts';
import { UsersPanel } from './admin-users.tsx';
import { AskAgainPart } from '../../routes/shell/ask-again-part.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { place, Placed } from '../../test/page/placed.tsx';
import { choose } from '../../test/page/choose.ts';

let admin: User;
let users: User[];
let server: FakeServer;
let db: UserDb;
let totalReferrals: number;

beforeEach(async () => {
  totalReferrals = 3;
  admin = aUser({ role: 'admin', username: 'Ada Admin' });
  users = [
    admin,
    aUser({ username: 'Cleo Customer' }),
    aUser({ username: 'Ivo', isActive: 'false' }),
  ];
  ({ server, db } = await aSignedInDevice(admin));
  server.intercept = (request) => {
    if (request.path === routes.users.path && request.method === 'GET') return pageOf;
    const answer = answerOf(request);
    return answer === undefined ? undefined : () => jsonAnswer(answer, request);
  };
});

const GROUPS: Record<string, (user: User) => boolean> = {
  active: ({ isActive }) => isActive === 'true',
  inactive: ({ isActive }) => isActive !== 'true',
  admin: ({ role }) => role === 'admin',
};

const foundBy = ({ query }: SeenRequest) =>
  users.filter(({ username }) => username.toLowerCase().includes(query.get('q') ?? ''));

/** As the server: by name, or as they are; a cursor is the number of rows before it. */
function pageOf(request: SeenRequest): Response {
  const { query } = request;
  const sort = query.get('sort');
  const isIn = GROUPS[query.get('group') ?? ''] ?? (() => true);
  const matching = foundBy(request).filter(isIn);
  if (sort?.endsWith('username')) matching.sort((a, b) => (a.username < b.username ? -1 : 1));
  if (sort === '-username') matching.reverse();
  const from = Number(query.get('after'));
  const to = from + Number(query.get('limit'));
  const answer = jsonAnswer(matching.slice(from, to), request);
  if (to < matching.length) {
    answer.headers.set('Link', `<${routes.users.path}?after=${to}>; rel="next"`);
  }
  return answer;
}

function answerOf(request: SeenRequest): unknown {
  const { method, path } = request;
  if (method !== 'GET') return undefined;
  if (path === routes.countUsers.path) {
    const found = foundBy(request);
    const counts = Object.entries(GROUPS).map(([name, isIn]) => [name, found.filter(isIn).length]);
    return { all: found.length, ...Object.fromEntries(counts) };
  }
  if (path === routes.adminReferrals.path) return [];
  const user = users.find(({ id }) => path === `${routes.users.path}/${id}`);
  return user && detailOf(user);
}

function detailOf(user: User): RouteAnswer<typeof routes.userDetail> {
  const stats = {
    totalReferrals,
    successfulReferrals: 1,
    pendingReferrals: 2,
    rewardsEarned: '$300',
  };
  const at = '2026-11-20T10:00:00.000Z';
  const signIn = { email: user.email, ipAddress: '192.0.2.7', userAgent: null, attemptedAt: at };
  return {
    user,
    stats,
    sessions: [
      {
        id: 'b3a1c7de-0000-4000-8000-000000000001',
        device: 'Chrome 142 on Android',
        place: '192.0.2.0/24',
        startedAt: null,
        lastUsedAt: null,
        expiresAt: at,
        isCurrent: false,
      },
    ],
    signIns: [{ ...signIn, success: 'false' }],
    rewards: [],
  };
}

function Panel({ search: start = {} }: { search?: AdminSearch }) {
  return (
    <Placed start={start}>
      {(search, onSearch) => (
        <>
          <UsersPanel user={admin} search={search} onSearch={onSearch} />
          <AskAgainPart user={admin} />
        </>
      )}
    </Placed>
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const names = () =>
  within(screen.getByRole('grid', { name: 'Users' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);

async function openPanel(search: AdminSearch = {}) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <Panel search={search} />
    </RouterContextProvider>,
    withDb(db),
  );
  await screen.findByRole('grid', { name: 'Users' });
}

async function chooseAction(user: string, action: string) {
  await press(`More actions for ${user}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

test('all users are listed with role and status, and searched while typing', async () => {
  await openPanel();
  expect(names()).toHaveLength(3);
  const row = screen.getByRole('row', { name: /Ivo/ });
  expect(within(row).getByText('Inactive')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox'), 'cleo');
  await waitFor(() => expect(names()).toEqual(['Cleo Customer']));
  await waitFor(() => expect(place().q).toBe('cleo'));
});

test('a group named in the URL is shown, and sorted by a header', async () => {
  await openPanel({ status: 'active', sort: 'username' });
  expect(names()[0]).toContain('Ada');
  await userEvent.click(screen.getByRole('columnheader', { name: /Username/ }));
  await waitFor(() => expect(names()[0]).toContain('Cleo'));
  expect(place().sort).toBe('-username');
});

/** Roles are looked for in all of the page, which takes seconds for fifty rows. */
async function openManyUsers() {
  users = Array.from({ length: 60 }, (_, at) => aUser({ username: `User ${at + 10}` }));
  await openPanel({ sort: 'username' });
}
const pressText = (text: string) => userEvent.click(screen.getByText(text));
const isOff = (text: string) => screen.getByText(text).closest('button')?.disabled;

test('a page is followed by the next, and a change on it is shown there', async () => {
  await openManyUsers();
  expect(await screen.findByText('1–50 of 60')).toBeDefined();
  expect([isOff('Previous'), isOff('Next')]).toEqual([true, false]);
  await pressText('Next');
  expect(await screen.findByText('51–60 of 60')).toBeDefined();
  expect(names()[0]).toBe('User 60');
  expect([isOff('Previous'), isOff('Next')]).toEqual([false, true]);

  await chooseAction('User 60', 'Make inactive');
  const changed = users[50]!;
  server.script(`${routes.users.path}/${changed.id}`, () => {
    users = users.map((user) => (user === changed ? { ...user, isActive: 'false' } : user));
    return jsonAnswer(users[50]);
  });
  const question = screen.getByRole('alertdialog', { name: 'Make inactive' });
  await userEvent.click(within(question).getByRole('button', { name: 'Make inactive' }));
  const row = within(screen.getByRole('grid', { hidden: true }))
    .getByText('User 60')
    .closest('tr');
  expect(await within(row ?? document.body).findByText('Inactive')).toBeDefined();

  await pressText('Previous');
  expect(await screen.findByText('1–50 of 60')).toBeDefined();
  expect(screen.getByText('User 10')).toBeDefined();
});

test('another order begins at its first page', async () => {
  await openManyUsers();
  await pressText('Next');
  await screen.findByText('51–60 of 60');
  await userEvent.click(screen.getByRole('columnheader', { name: /Username/ }));
  expect(await screen.findByText('1–50 of 60')).toBeDefined();
  expect(screen.getByText('User 69')).toBeDefined();
});

test('from a page that cannot be read without signal, the one before it is shown again', async () => {
  await openManyUsers();
  await patchSyncState(db, { reach: 'offline' });
  await pressText('Next');
  expect(await screen.findByText(/^The users will appear here once/)).toBeDefined();
  await pressText('Previous');
  expect(await screen.findByText('1–50 of 60')).toBeDefined();
  expect(screen.getByText('User 10')).toBeDefined();
});

test('a page is still there after one of its users was looked at', async () => {
  await openManyUsers();
  await pressText('Next');
  await screen.findByText('51–60 of 60');
  await pressText('User 60');
  await press('← All users');
  expect(await screen.findByText('51–60 of 60')).toBeDefined();
});

test('the rows stay until the last letters are answered, whatever is answered before', async () => {
  await openPanel();
  const released: (() => void)[] = [];
  const held = (request: SeenRequest) =>
    new Promise<Response>((answer) => released.push(() => answer(pageOf(request))));
  server.script(routes.users.path, held, held);
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'i');
  await waitFor(() => expect(released).toHaveLength(1));
  expect(names()).toHaveLength(3);
  expect(screen.getByRole('grid').closest('[aria-busy]')).not.toBeNull();
  await userEvent.type(field, 'vo');
  await waitFor(() => expect(released).toHaveLength(2));
  released[1]?.();
  await waitFor(() => expect(names()).toEqual(['Ivo']));
  released[0]?.();
  await waitFor(() => expect(screen.getByRole('grid').closest('[aria-busy]')).toBeNull());
  expect(names()).toEqual(['Ivo']);
});

test('without signal, a question that was not asked before says so, and an earlier one is answered', async () => {
  await openPanel();
  await patchSyncState(db, { reach: 'offline' });
  await userEvent.type(screen.getByRole('searchbox'), 'cleo');
  expect(await screen.findByText(/^The users will appear here once/)).toBeDefined();
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('a new user is validated, then created; the repeated password is not sent', async () => {
  await openPanel();
  await press('Add User');
  const form = screen.getByRole('form', { name: 'Add User' });
  await userEvent.type(within(form).getByLabelText('Username'), 'Nia New');
  await userEvent.type(within(form).getByLabelText('Email'), 'nia@example.com');
  await userEvent.type(within(form).getByLabelText('Password'), 'battery');
  await userEvent.type(within(form).getByLabelText('Confirm Password'), 'batteries');
  await press('Create User');
  expect(await screen.findByText("Passwords don't match")).toBeDefined();
  expect(server.sentTo(routes.addUser.path).filter(({ method }) => method === 'POST')).toEqual([]);

  await userEvent.clear(within(form).getByLabelText('Confirm Password'));
  await userEvent.type(within(form).getByLabelText('Confirm Password'), 'battery');
  await choose(within(form).getByLabelText('Role'), 'Admin');
  const made = aUser({ username: 'Nia New' });
  const before = server.intercept;
  server.intercept = (request) => {
    if (request.method !== 'POST') return before?.(request);
    users = [...users, made];
    return () => jsonAnswer(made, undefined, 201);
  };
  await press('Create User');
  await waitFor(() => expect(names()).toContain('Nia New'));
  const [sent] = server.sentTo(routes.addUser.path).filter(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    username: 'Nia New',
    email: 'nia@example.com',
    password: 'battery',
    role: 'admin',
    isActive: 'true',
    phone: null,
    address: null,
  });
  expect(place().tab).toBeUndefined();
});

test('a taken email is reported at its field, and what was typed stays', async () => {
  await openPanel({ tab: 'add' });
  const form = screen.getByRole('form', { name: 'Add User' });
  await userEvent.type(within(form).getByLabelText('Username'), 'Nia New');
  await userEvent.type(within(form).getByLabelText('Email'), 'nia@example.com');
  await userEvent.type(within(form).getByLabelText('Password'), 'battery');
  await userEvent.type(within(form).getByLabelText('Confirm Password'), 'battery');
  server.script(routes.addUser.path, () => refusal(409, 'email_taken'));
  await press('Create User');
  const email = within(form).getByLabelText<HTMLInputElement>('Email');
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(email.value).toBe('nia@example.com');
  expect(await screen.findByText('Creation Failed')).toBeDefined();
});

test('a temporary password is shown once and stored nowhere', async () => {
  await openPanel();
  await press('Reset Password of Cleo Customer');
  const path = `${routes.users.path}/${users[1]?.id}/reset-password`;
  server.script(path, () => jsonAnswer({ temporaryPassword: 'tempAb12Cd34' }));
  const question = screen.getByRole('alertdialog', { name: 'Reset Password' });
  await userEvent.click(within(question).getByRole('button', { name: 'Reset Password' }));
  const shown = await screen.findByRole('dialog', { name: 'Temporary password' });
  expect(within(shown).getByText('tempAb12Cd34')).toBeDefined();
  await userEvent.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('tempAb12Cd34')).toBeNull();
  const stored = await Promise.all(db.tables.map((table) => table.toArray()));
  expect(JSON.stringify(stored)).not.toContain('tempAb12Cd34');
  expect(JSON.stringify(place())).not.toContain('temp');
});

test('one’s own password and email are changed in the profile', async () => {
  await openPanel();
  await press('Reset Password of Ada Admin');
  const dialog = screen.getByRole('dialog', { name: 'Reset Password' });
  const link = within(dialog).getByRole('link', { name: 'Go to Profile' });
  expect(link.getAttribute('href')).toBe('/profile?section=security');
  await userEvent.keyboard('{Escape}');
  await chooseAction('Ada Admin', 'Edit');
  const form = screen.getByRole('form', { name: 'Edit user' });
  expect(within(form).queryByLabelText('Email')).toBeNull();
  expect(within(form).getByRole('link', { name: 'profile' })).toBeDefined();
});

test('the last admin cannot be demoted, and the server’s message is shown', async () => {
  await openPanel();
  await chooseAction('Ada Admin', 'Make a customer');
  const question = screen.getByRole('alertdialog', { name: 'Make a customer' });
  expect(within(question).getByText(/your own account/)).toBeDefined();
  server.script(`${routes.users.path}/${admin.id}`, () => refusal(409, 'last_admin'));
  await userEvent.click(within(question).getByRole('button', { name: 'Make a customer' }));
  expect(await screen.findByText('Refused: last_admin')).toBeDefined();
  expect(screen.getByRole('alertdialog', { name: 'Make a customer' })).toBeDefined();
});

const PROOF = routes.proveIdentity.path;
const needed = () => refusal(403, 'password_needed', {}, { currentPassword: 'Please enter it' });
const noContent = () => new Response(null, { status: 204, headers: { [OURS_HEADER]: '1' } });

/** Says who it is, wrongly first. */
async function proveIt() {
  server.script(
    PROOF,
    () => refusal(403, 'password_needed', {}, { currentPassword: 'Not yours' }),
    noContent,
  );
  const form = await screen.findByRole('form', { name: 'Is it you?' });
  const press = () => userEvent.click(within(form).getByRole('button', { name: 'Continue' }));
  const field = within(form).getByLabelText('Your password');
  await userEvent.type(field, 'wrong');
  await press();
  expect(await within(form).findByText('Not yours')).toBeDefined();
  await userEvent.clear(field);
  await userEvent.type(field, 'old horse');
  await press();
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(server.sentTo(PROOF).map(({ body }) => body)).toEqual([
    { currentPassword: 'wrong' },
    { currentPassword: 'old horse' },
  ]);
}

test('another address is saved once the admin said again who they are', async () => {
  await openPanel();
  await chooseAction('Cleo Customer', 'Edit');
  const cleo = users[1]!;
  const path = `${routes.users.path}/${cleo.id}`;
  const form = screen.getByRole('form', { name: 'Edit user' });
  const email = within(form).getByLabelText('Email');
  await userEvent.clear(email);
  await userEvent.type(email, 'new@example.com');
  server.script(path, needed, () => jsonAnswer({ ...cleo, email: 'new@example.com' }));
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await proveIt();
  await waitFor(() => expect(form.isConnected).toBe(false));
  const change = { email: 'new@example.com' };
  expect(server.sentTo(path).map(({ body }) => body)).toEqual([change, change]);
});

test('a password is reset once the admin said again who they are, and not if they do not', async () => {
  await openPanel();
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password of Cleo Customer' }));
  const path = `${routes.users.path}/${users[1]!.id}/reset-password`;
  server.script(path, needed, needed, () => jsonAnswer({ temporaryPassword: 'tempAbCdEfGh' }));
  const question = screen.getByRole('alertdialog', { name: 'Reset Password' });
  const press = () =>
    userEvent.click(within(question).getByRole('button', { name: 'Reset Password' }));
  await press();
  const form = await screen.findByRole('form', { name: 'Is it you?' });
  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(server.sentTo(path)).toHaveLength(1);
  expect(question.isConnected).toBe(true);
  await press();
  await proveIt();
  expect(await screen.findByText('tempAbCdEfGh')).toBeDefined();
});

test('without a connection the question stays and says so', async () => {
  await openPanel();
  await chooseAction('Cleo Customer', 'Make an admin');
  const path = `${routes.users.path}/${users[1]!.id}`;
  server.script(path, needed);
  const question = screen.getByRole('alertdialog', { name: 'Make an admin' });
  await userEvent.click(within(question).getByRole('button', { name: 'Make an admin' }));
  const form = await screen.findByRole('form', { name: 'Is it you?' });
  server.script(PROOF, cutBefore);
  await userEvent.type(within(form).getByLabelText('Your password'), 'old horse');
  await userEvent.click(within(form).getByRole('button', { name: 'Continue' }));
  expect(await within(form).findByText(/connection|offline|reach/i)).toBeDefined();
  await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
});

test('an account is made inactive after a confirmation', async () => {
  await openPanel();
  await chooseAction('Cleo Customer', 'Make inactive');
  const cleo = users[1]!;
  server.script(`${routes.users.path}/${cleo.id}`, () => {
    users = users.map((user) => (user === cleo ? { ...cleo, isActive: 'false' } : user));
    return jsonAnswer(users[1]);
  });
  const question = screen.getByRole('alertdialog', { name: 'Make inactive' });
  await userEvent.click(within(question).getByRole('button', { name: 'Make inactive' }));
  await waitFor(() =>
    expect(screen.queryByRole('alertdialog', { name: 'Make inactive' })).toBeNull(),
  );
  const row = await screen.findByRole('row', { name: /Cleo/ });
  await waitFor(() => expect(within(row).getByText('Inactive')).toBeDefined());
});

test('a user’s page shows figures, sessions and sign-ins, and only their own referrals', async () => {
  const cleo = users[1]!;
  const referrer = { referrerName: cleo.username, referrerEmail: cleo.email };
  server.script(routes.adminReferrals.path, () =>
    jsonAnswer([{ ...aReferral({ name: 'Own Friend', userId: cleo.id }), ...referrer }]),
  );
  render(<Panel search={{ user: cleo.id }} />, withDb(db));
  expect(await screen.findByText('Own Friend')).toBeDefined();
  const asked = server.sentTo(routes.adminReferrals.path).map(({ query }) => query.toString());
  expect(asked).toEqual([`limit=100&referrer=${cleo.id}`]);
  expect(screen.queryByText(/^Showing the newest/)).toBeNull();
  expect(screen.getByRole('heading', { name: 'Cleo Customer' })).toBe(document.activeElement);
  expect(screen.getByText('$300')).toBeDefined();
  expect(screen.getByText('192.0.2.7')).toBeDefined();

  server.script(`${routes.users.path}/${cleo.id}/sessions`, () => {
    return new Response(null, { status: 204, headers: { 'X-Sunloop': '1' } });
  });
  await press('End all sessions');
  const question = screen.getByRole('alertdialog', { name: 'End all sessions' });
  await userEvent.click(within(question).getByRole('button', { name: 'End all sessions' }));
  await waitFor(() => expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true));
  // The page is out of reach for as long as the question stands.
  await waitFor(() => expect(question.isConnected).toBe(false));
  await press('Show in All Referrals');
  expect(place()).toEqual({ panel: 'referrals', referrer: cleo.id });
});

test('a user’s page says how many of more than a hundred referrals it shows', async () => {
  const cleo = users[1]!;
  totalReferrals = 2345;
  const referrer = { referrerName: cleo.username, referrerEmail: cleo.email };
  const rows = Array.from({ length: 100 }, () => ({
    ...aReferral({ userId: cleo.id }),
    ...referrer,
  }));
  server.script(routes.adminReferrals.path, () => jsonAnswer(rows));
  render(<Panel search={{ user: cleo.id }} />, withDb(db));
  expect(await screen.findByText('Showing the newest 100 of 2,345.')).toBeDefined();
  await press('Show in All Referrals');
  expect(place()).toEqual({ panel: 'referrals', referrer: cleo.id });
});

test('without signal this device’s list is shown, and a write says why it failed', async () => {
  await openPanel();
  await patchSyncState(db, { reach: 'offline' });
  await chooseAction('Cleo Customer', 'Edit');
  const form = screen.getByRole('form', { name: 'Edit user' });
  await userEvent.type(within(form).getByLabelText('Phone (Optional)'), '555 0188');
  const path = `${routes.users.path}/${users[1]?.id}`;
  // One for each try of a write.
  server.script(path, cutBefore, cutBefore, cutBefore);
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^You are offline/)).toBeDefined();
  expect(within(form).getByLabelText<HTMLInputElement>('Phone (Optional)').value).toBe('555 0188');
});
