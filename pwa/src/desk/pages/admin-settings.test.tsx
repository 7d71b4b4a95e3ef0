// @vitest-environment jsdom
import type {
  BackupState,
  LockOut,
  PolicyRefusal,
  Setting,
} from '@sunloop/shared-types/ground/admin.ts';
import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import type { RouteAnswer } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { deviceDb } from '@sunloop/engine/data/device-db.ts';
import { patchSyncState } from '@sunloop/engine/data/sync-state.ts';
import { keepVital } from '@sunloop/engine/data/vitals.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import type { SeenRequest } from '@sunloop/engine/test/fake-step.ts';
import type { AdminSearch } from './admin-panels.ts';
import { SettingsPanel } from './admin-settings.tsx';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { place, Placed } from '../../test/page/placed.tsx';
import { choose } from '../../test/page/choose.ts';

const AT = '2026-11-20T10:00:00.000Z';
const HELP_PHONE = `${routes.settings.path}/general.help_phone`;
const FEW = 20;
const PAGE = 100;

const STARTER: RewardTier = {
  id: '0198f1c2-7d3e-7a55-8c11-1d2f3a4b5c6d',
  level: 1,
  name: 'Starter',
  minReferrals: 1,
  maxReferrals: 2,
  requiredReferrals: 1,
  rewardAmount: '$300',
  description: null,
  isActive: 'true',
  createdAt: AT,
};

let admin: User;
let settings: Setting[];
let log: AuditLog[];
let lockOuts: LockOut[];
let refusals: PolicyRefusal[];
let backups: BackupState | undefined;
let server: FakeServer;
let db: UserDb;

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  admin = aUser({ role: 'admin', username: 'Ada Admin' });
  settings = [
    aSetting({
      key: 'general.help_phone',
      value: '+1 800 555 0142',
      updatedBy: admin.id,
      updatedByName: admin.username,
    }),
    aSetting({ key: 'general.help_email', value: 'help@example.com' }),
    aSetting({
      key: 'security.login_tries',
      category: 'security',
      value: '5',
      isEditable: 'false',
    }),
  ];
  log = [];
  lockOuts = [];
  refusals = [];
  backups = undefined;
  ({ server, db } = await aSignedInDevice(admin));
  server.intercept = (request) => {
    const answer = answerOf(request);
    return answer === undefined ? undefined : () => jsonAnswer(answer, request);
  };
});

function aSetting(overrides: Partial<Setting>): Setting {
  return {
    id: crypto.randomUUID(),
    key: 'x',
    value: '1',
    description: null,
    category: 'general',
    isEditable: 'true',
    updatedBy: null,
    updatedAt: AT,
    ...overrides,
  };
}

function aLine(overrides: Partial<AuditLog> = {}): AuditLog {
  return {
    id: crypto.randomUUID(),
    userId: admin.id,
    username: admin.username,
    action: 'setting.change',
    entity: 'setting',
    entityId: null,
    details: null,
    ipAddress: '192.0.2.7',
    userAgent: null,
    createdAt: AT,
    ...overrides,
  };
}

function answerOf({ method, path, query }: SeenRequest): unknown {
  if (method !== 'GET') return undefined;
  if (path === routes.settings.path) return settings;
  if (path === routes.users.path) return [admin];
  if (path === `${routes.users.path}/${admin.id}`) return detailOf(admin);
  if (path === routes.rewardTiers.path) return [STARTER];
  if (path === routes.securityStats.path) return figures();
  if (path !== routes.auditLogs.path) return undefined;
  const from = log.findIndex(({ id }) => id === query.get('before')) + 1;
  const action = query.get('action');
  return log.filter((line) => action === null || line.action === action).slice(from, from + PAGE);
}

function detailOf(user: User): RouteAnswer<typeof routes.userDetail> {
  const stats = {
    totalReferrals: 0,
    successfulReferrals: 0,
    pendingReferrals: 0,
    rewardsEarned: '$0',
  };
  return { user, stats, sessions: [], signIns: [], rewards: [] };
}

function figures() {
  const attempt = { ipAddress: '198.51.100.4', userAgent: null, attemptedAt: AT };
  return {
    activeSessions: 7,
    lockedOut: lockOuts.length,
    successfulLogins24h: 12,
    failedLogins24h: 3,
    recentAttempts: [{ ...attempt, email: 'who@example.com', success: 'false' }],
    lockOuts,
    refusals,
    ...(backups && { backups }),
  };
}

function Panel({ search: start = {}, timeZone }: { search?: AdminSearch; timeZone?: string }) {
  const user = { ...admin, timeZone };
  return (
    <Placed start={start}>
      {(search, onSearch) => <SettingsPanel user={user} search={search} onSearch={onSearch} />}
    </Placed>
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('settings are grouped by category, with who changed them and which are fixed', async () => {
  render(<Panel />, withDb(db));
  expect(screen.getByRole('status', { name: 'Loading system settings...' })).toBeDefined();
  const general = await screen.findByRole('region', { name: 'General' });
  expect(await within(general).findByText(/^Updated by Ada Admin/)).toBeDefined();
  expect(within(general).queryByText('Never changed')).toBeNull();
  const security = screen.getByRole('region', { name: 'Security' });
  expect(within(security).getByText('Fixed')).toBeDefined();
  expect(within(security).queryByRole('button')).toBeNull();
});

test('one setting is edited at a time, and Cancel leaves it as it was', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('region', { name: 'General' });
  await press('Edit Help phone');
  expect(screen.getByRole('button', { name: 'Edit Help email' })).toHaveProperty('disabled', true);
  expect(document.activeElement).toBe(screen.getByLabelText('Value'));
  await userEvent.type(screen.getByLabelText('Value'), 'nonsense');
  await press('Cancel');
  expect(screen.getByText('+1 800 555 0142')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Help phone' }));
});

test('the server’s error is shown at the field, and what was typed stays', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('region', { name: 'General' });
  await press('Edit Help phone');
  await userEvent.clear(screen.getByLabelText('Value'));
  await userEvent.type(screen.getByLabelText('Value'), 'many');
  const fields = { value: 'Must be a number from 0 to 100, such as 4.8' };
  const body = { error: fields.value, code: 'invalid', fields };
  server.script(HELP_PHONE, () => jsonAnswer(body, undefined, 400));
  await press('Save');
  const value = screen.getByLabelText<HTMLInputElement>('Value');
  await waitFor(() => expect(value.getAttribute('aria-invalid')).toBe('true'));
  expect(value.value).toBe('many');
  expect(await screen.findByText('Update Failed')).toBeDefined();
});

test('a saved value replaces the old one', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('region', { name: 'General' });
  await press('Edit Help phone');
  await userEvent.clear(screen.getByLabelText('Value'));
  await userEvent.type(screen.getByLabelText('Value'), '+1 800 555 0199');
  server.script(HELP_PHONE, ({ body }) => {
    settings = settings.map((setting, at) =>
      at === 0 ? { ...setting, value: (body as { value: string }).value } : setting,
    );
    return jsonAnswer(settings[0]);
  });
  await press('Save');
  expect(await screen.findByText('+1 800 555 0199')).toBeDefined();
});

test('the log is filtered by action, and says when nothing matches', async () => {
  log = [aLine({ details: 'value: 4.8 → 5' }), aLine({ action: 'user.create', entity: 'user' })];
  render(<Panel search={{ tab: 'audit' }} />, withDb(db));
  expect(await screen.findByText('value: 4.8 → 5')).toBeDefined();
  await choose(screen.getByLabelText('Action'), 'Created a user');
  await waitFor(() => expect(screen.queryByText('value: 4.8 → 5')).toBeNull());
  expect(place().action).toBe('user.create');
  await choose(screen.getByLabelText('Action'), 'Deleted a referral');
  expect(await screen.findByText('Nothing in the log matches this filter.')).toBeDefined();
  await press('Show all');
  expect(await screen.findByText('value: 4.8 → 5')).toBeDefined();
});

test('older entries are loaded at the last line, and again after a failure', async () => {
  log = Array.from({ length: PAGE + FEW }, () => aLine());
  render(<Panel search={{ tab: 'audit' }} />, withDb(db));
  await screen.findByRole('button', { name: 'Load older entries' });
  server.script(routes.auditLogs.path, () => refusal(500, 'internal'));
  await press('Load older entries');
  expect(await screen.findByText(/^Older entries could not be loaded/)).toBeDefined();
  await press('Try again');
  expect(await screen.findByText('That is all.')).toBeDefined();
  const asked = server.sentTo(routes.auditLogs.path).map(({ query }) => query.get('before'));
  expect(asked).toEqual([null, log[PAGE - 1]?.id, log[PAGE - 1]?.id]);
});

test('a line opens what it is about, and filters by whoever did it', async () => {
  const entityId = crypto.randomUUID();
  log = [aLine({ action: 'user.create', entity: 'user', entityId })];
  render(<Panel search={{ tab: 'audit' }} />, withDb(db));
  await userEvent.click(await screen.findByRole('button', { name: 'Only what Ada Admin did' }));
  await waitFor(() => expect(place().user).toBe(admin.id));
  await userEvent.click(await screen.findByRole('button', { name: 'Open the user' }));
  expect(place()).toEqual({ panel: 'users', user: entityId });
});

test('a line about an advertised reward is found by its filter and opens the program', async () => {
  const entityId = crypto.randomUUID();
  log = [aLine({ action: 'reward.create', entity: 'available_reward', entityId })];
  render(<Panel search={{ tab: 'audit' }} />, withDb(db));
  await choose(await screen.findByLabelText('About'), 'Rewards');
  await waitFor(() => expect(place().entity).toBe('available_reward'));
  await userEvent.click(await screen.findByRole('button', { name: 'Open the available reward' }));
  expect(place()).toEqual({ panel: 'programme' });
});

test('who did it is found by the server while typing, and named when the log is opened again', async () => {
  log = [aLine()];
  const { unmount } = render(<Panel search={{ tab: 'audit' }} />, withDb(db));
  const user = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'User' });
  await userEvent.type(await user(), 'ada');
  await userEvent.click(await screen.findByRole('option', { name: /^Ada Admin/ }));
  expect(place()).toMatchObject({ tab: 'audit', user: admin.id });
  expect(server.sentTo(routes.users.path).at(-1)?.query.get('q')).toBe('ada');
  unmount();
  render(<Panel search={{ tab: 'audit', user: admin.id }} />, withDb(db));
  const field = await user();
  await waitFor(() => expect(field.value).toBe(`Ada Admin · ${admin.email}`));
});

test('the filtered log is saved as a file, and a failure is shown', async () => {
  const saved = vi.fn(() => 'blob:log');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  log = [aLine()];
  render(<Panel search={{ tab: 'audit', action: 'setting.change' }} />, withDb(db));
  await screen.findByText('Changed a setting', { selector: 'strong' });
  const csv = () => new Response('createdAt,action', { headers: { 'X-Sunloop': '1' } });
  server.script(routes.auditLogs.path, csv);
  await press('Download CSV');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const query = server.sentTo(routes.auditLogs.path).at(-1)?.query;
  expect(Object.fromEntries(query ?? [])).toEqual({ action: 'setting.change', format: 'csv' });
  server.script(routes.auditLogs.path, () => {
    throw new TypeError('Failed to fetch');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Download Failed')).toBeDefined();
});

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the file of the log is named after the day at an office in %s',
  async (timeZone) => {
    const made = { createObjectURL: () => 'blob:log', revokeObjectURL: () => {} };
    vi.stubGlobal('URL', Object.assign(URL, made));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    log = [aLine()];
    render(<Panel search={{ tab: 'audit' }} timeZone={timeZone} />, withDb(db));
    await screen.findByText('Changed a setting', { selector: 'strong' });
    const csv = () => new Response('createdAt,action', { headers: { 'X-Sunloop': '1' } });
    server.script(routes.auditLogs.path, csv);
    const day = () => new Date().toLocaleDateString('sv-SE', { timeZone });
    const before = day();
    await press('Download CSV');
    await waitFor(() => expect(names).toHaveLength(1));
    expect([before, day()].map((one) => `sunloop-audit-log-${one}.csv`)).toContain(names[0]);
  },
);

test('security shows who is signed in, who tried, and who is locked out until when', async () => {
  lockOuts = [{ email: null, ipAddress: '203.0.113.9', wrongPasswords: 20, until: AT }];
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  const locked = await screen.findByRole('region', { name: 'Lock-outs' });
  expect(within(locked).getByText('Any email')).toBeDefined();
  expect(within(locked).getByText('203.0.113.9')).toBeDefined();
  expect(screen.getByText('who@example.com')).toBeDefined();
});

test('security shows the newest backup, when one was last restored, and what went wrong', async () => {
  backups = {
    savedAt: AT,
    bytes: 12_300_000,
    rows: 4321,
    verifiedAt: null,
    copiedAt: null,
    fault: 'There was no room',
    faultAt: AT,
  };
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  expect(await screen.findByText('11.7 MB, 4,321 rows')).toBeDefined();
  expect(screen.getByText(/: There was no room$/)).toBeDefined();
  expect(screen.getAllByText('Never')).toHaveLength(2);
});

test('without signal nothing is claimed that this device does not know', async () => {
  await patchSyncState(db, { reach: 'offline' });
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  expect(await screen.findByText(/will appear here once there is a connection/)).toBeDefined();
});

test('reward tiers can be created, edited and deleted in the settings', async () => {
  render(<Panel />, withDb(db));
  const fold = (await screen.findByText('Reward Tiers')).closest('details');
  expect(screen.queryByRole('list', { name: 'Reward tiers' })).toBeNull();
  if (fold) fold.open = true;
  const tiers = await screen.findByRole('list', { name: 'Reward tiers' });
  expect(within(tiers).getByRole('button', { name: 'Edit Starter' })).toBeTruthy();
  expect(within(tiers).getByRole('button', { name: 'Delete Starter' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Create a tier' })).toBeTruthy();
});

test('measurements of this device are rated (SPEC §9)', async () => {
  await deviceDb.vitals.clear();
  await keepVital('largest-paint', 2600, '/rewards');
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  const row = (await screen.findByText('Largest paint')).closest('tr');
  expect(row?.textContent).toContain('/rewards');
  expect(row?.textContent).toMatch(/2,600 ms.*Poor/);
});

test('What browsers refused is shown with how often, when last and what to do', async () => {
  const kind = { directive: 'img-src', source: '', page: '/', lastAt: AT };
  refusals = [
    { ...kind, blocked: 'https://elsewhere.example', count: 1204 },
    { ...kind, blocked: 'chrome-extension', count: 1 },
  ];
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  const card = within(await screen.findByRole('region', { name: 'Refused by Browsers' }));
  const [first, second] = card.getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^A picture from https:\/\/elsewhere\.example on \/Nothing was loaded\..*1,204 times, last Nov 20/,
  );
  expect(second?.textContent).toMatch(/There is nothing to do\.Once, last /);
});

test('It is good news that no browser refused anything', async () => {
  render(<Panel search={{ tab: 'security' }} />, withDb(db));
  expect(await screen.findByText(/No browser refused anything/)).toBeDefined();
});
