// @vitest-environment jsdom
import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { AchievementDefinition } from '@sunloop/shared-types/program/admin-achievement.ts';
import type { Payout, RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import type { AvailableReward } from '@sunloop/shared-types/program/reward.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Blob as NodeBlob } from 'node:buffer';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { touchDesk } from '@sunloop/engine/desk.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { cutBefore, jsonAnswer, refusal } from '@sunloop/engine/test/fake-answers.ts';
import type { FakeServer } from '@sunloop/engine/test/fake-server.ts';
import type { SeenRequest } from '@sunloop/engine/test/fake-step.ts';
import { ProgrammePanel } from './admin-programme.tsx';
import type { AdminSearch } from './admin-panels.ts';
import { withDb } from '../../test/page/with-db.tsx';
import '../../test/page/setup.ts';
import { Placed } from '../../test/page/placed.tsx';

const AT = '2026-11-02T03:04:05.000Z';
const TIERS = routes.rewardTiers.path;
const REWARDS = routes.adminRewards.path;
const ACHIEVEMENTS = routes.adminAchievements.path;
const MARK = routes.markPayouts.path;

let admin: User;
let tiers: RewardTier[];
let rewards: AvailableReward[];
let achievements: AchievementDefinition[];
let payouts: Payout[];
let server: FakeServer;
let db: UserDb;

const aTier = (overrides: Partial<RewardTier> = {}): RewardTier => ({
  id: uuidv7(),
  level: 1,
  name: 'First Light',
  minReferrals: 1,
  maxReferrals: 2,
  requiredReferrals: 1,
  rewardAmount: '$300',
  description: 'Cash',
  isActive: 'true',
  createdAt: AT,
  ...overrides,
});
const aLine = (overrides: Partial<Payout> = {}): Payout => ({
  id: uuidv7(),
  userId: admin.id,
  referralId: null,
  username: 'Ann Lee',
  email: 'ann@example.com',
  amount: '$300',
  amountCents: 30_000,
  description: 'Reward for Bo',
  date: AT,
  createdAt: AT,
  paidAt: null,
  ...overrides,
});
const anAchievement = (): AchievementDefinition => ({
  id: uuidv7(),
  title: 'First Ray',
  description: 'Submit your first referral',
  type: 'referrals_submitted',
  icon: 'star',
  rarity: 'common',
  requiredCount: 1,
  reward: null,
  isActive: 'true',
  createdAt: AT,
});

beforeEach(async () => {
  admin = aUser({ role: 'admin', username: 'Ada Admin' });
  tiers = [aTier(), aTier({ name: 'Rising Sun', level: 2, minReferrals: 3, maxReferrals: 4 })];
  rewards = [];
  achievements = [anAchievement()];
  payouts = [aLine()];
  ({ server, db } = await aSignedInDevice(admin));
  server.intercept = (request) => {
    const answer = answerOf(request);
    return answer === undefined ? undefined : () => jsonAnswer(answer, request);
  };
});

function answerOf({ method, path, query }: SeenRequest): unknown {
  if (method === 'GET' && path === routes.payouts.path) return query.has('month') ? payouts : [];
  const reads: Record<string, unknown> = {
    [TIERS]: tiers,
    [REWARDS]: rewards,
    [ACHIEVEMENTS]: achievements,
    [routes.payoutMonths.path]: [
      { month: '2026-11', users: 1, lines: 1, amountCents: 30_000, paidCents: 0, unpaidLines: 1 },
    ],
  };
  return method === 'GET' ? reads[path] : undefined;
}

function Panel({ search: start = {} }: { search?: AdminSearch }) {
  return (
    <Placed start={start}>
      {(search, onSearch) => <ProgrammePanel user={admin} search={search} onSearch={onSearch} />}
    </Placed>
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const form = (name: string) => within(screen.getByRole('form', { name }));
const put = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
};

test('a tier shows what SPEC §2 says, and the create form starts with its defaults', async () => {
  render(<Panel />, withDb(db));
  const row = (await screen.findByRole('heading', { name: 'First Light' })).closest('li');
  for (const text of ['1 referral required', 'Active', '$300', 'Cash']) {
    expect(within(row as HTMLElement).getByText(text)).toBeDefined();
  }
  const create = form('Create a tier');
  const values = ['Level', 'Required referrals', 'Reward amount'].map(
    (label) => create.getByLabelText<HTMLInputElement>(label).value,
  );
  expect(values).toEqual(['1', '1', '$300']);
  expect(create.getByRole('switch', { name: 'Status', checked: true })).toBeDefined();
});

test('a tier is created, and the form starts over', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  const created = aTier({ name: 'High Noon', minReferrals: 5, maxReferrals: null });
  server.script(TIERS, (request) => jsonAnswer(created, request, 201));
  const create = form('Create a tier');
  await press('Create Tier');
  expect(create.getByText('Name is required')).toBeDefined();
  await put(create.getByLabelText('Name'), 'High Noon');
  await put(create.getByLabelText('Required referrals'), '5');
  expect(
    create.getByText(
      "Referrals 5 and up would be paid '$300' by this tier instead of the default '$100'.",
    ),
  ).toBeDefined();
  tiers = [...tiers, created];
  await press('Create Tier');
  expect(await screen.findByText('Tier created')).toBeDefined();
  const sent = server.sentTo(TIERS).find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ name: 'High Noon', requiredReferrals: 5, minReferrals: null });
  expect(await screen.findByRole('heading', { name: 'High Noon' })).toBeDefined();
  expect(form('Create a tier').getByLabelText<HTMLInputElement>('Name').value).toBe('');
});

test('a form that cannot be sent keeps what was typed and says why', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  await put(form('Create a tier').getByLabelText('Name'), 'High Noon');
  server.script(TIERS, cutBefore);
  await press('Create Tier');
  expect(await screen.findByText('Creation Failed')).toBeDefined();
  expect(form('Create a tier').getByLabelText<HTMLInputElement>('Name').value).toBe('High Noon');
});

test('one tier is edited at a time, only changes are sent, and the focus returns', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  const [first] = tiers;
  await press('Edit First Light');
  const edit = form('Edit First Light');
  expect(document.activeElement).toBe(edit.getByLabelText('Name'));
  await put(edit.getByLabelText('Reward amount'), '$350');
  await press('Edit Rising Sun');
  await press('Keep editing');
  expect(edit.getByLabelText<HTMLInputElement>('Reward amount').value).toBe('$350');
  const path = `${TIERS}/${first?.id}`;
  server.script(path, (request) => jsonAnswer({ ...first, rewardAmount: '$350' }, request));
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tier updated')).toBeDefined();
  expect(server.sentTo(path)[0]?.body).toEqual({ rewardAmount: '$350' });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit First Light' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit First Light' }));

  await press('Edit Rising Sun');
  expect(screen.getByRole('form', { name: 'Edit Rising Sun' })).toBeDefined();
});

test('an amount that another admin changed meanwhile is not changed back with a name', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  await press('Edit First Light');
  const edit = form('Edit First Light');
  await put(edit.getByLabelText('Name'), 'Dawn');
  const [first, second] = tiers;
  tiers = [aTier({ ...first, rewardAmount: '$500' }), aTier({ ...second, name: 'High Noon' })];
  await touchDesk(db, routes.changeRewardTier);
  await screen.findByRole('heading', { name: 'High Noon' });
  const path = `${TIERS}/${first?.id}`;
  server.script(path, (request) => jsonAnswer({ ...tiers[0], name: 'Dawn' }, request));
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tier updated')).toBeDefined();
  expect(server.sentTo(path)[0]?.body).toEqual({ name: 'Dawn' });
});

test('what may have arrived is sent again when it is put back to what it was', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  const path = `${TIERS}/${tiers[0]?.id}`;
  const save = async (amount: string) => {
    const edit = form('Edit First Light');
    await put(edit.getByLabelText('Reward amount'), amount);
    await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  };
  await press('Edit First Light');
  server.script(path, () => refusal(409, 'conflict'));
  await save('$350');
  expect(await screen.findByText('Update Failed')).toBeDefined();
  server.script(path, (request) => jsonAnswer(tiers[0], request));
  await save('$300');
  expect(await screen.findByText('Tier updated')).toBeDefined();
  const sent = server.sentTo(path).map(({ body }) => body);
  expect(sent).toEqual([{ rewardAmount: '$350' }, { rewardAmount: '$300' }]);
});

test('a refused amount that is put back is no change', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  await press('Edit First Light');
  const edit = form('Edit First Light');
  await put(edit.getByLabelText('Reward amount'), '$0');
  const path = `${TIERS}/${tiers[0]?.id}`;
  const fields = { rewardAmount: 'Must be more than $0' };
  const body = { error: fields.rewardAmount, code: 'invalid', fields };
  server.script(path, () => jsonAnswer(body, undefined, 400));
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Update Failed')).toBeDefined();
  await put(edit.getByLabelText('Reward amount'), '$300');
  await put(edit.getByLabelText('Name'), 'Dawn');
  server.script(path, (request) => jsonAnswer({ ...tiers[0], name: 'Dawn' }, request));
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tier updated')).toBeDefined();
  expect(server.sentTo(path).at(-1)?.body).toEqual({ name: 'Dawn' });
});

test('a tier that another admin deletes while it is edited does not keep the others from it', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'First Light' });
  await press('Edit First Light');
  await put(form('Edit First Light').getByLabelText('Name'), 'Dawn');
  tiers = tiers.slice(1);
  await touchDesk(db, routes.changeRewardTier);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit First Light' })).toBeNull());
  await press('Edit Rising Sun');
  expect(form('Edit Rising Sun')).toBeDefined();
});

test('an impossible range is reported at its field', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'Rising Sun' });
  await press('Edit Rising Sun');
  const edit = form('Edit Rising Sun');
  await put(edit.getByLabelText('To referral (Optional)'), '2');
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  expect(edit.getByText('Must not be before the first referral it pays')).toBeDefined();
  await put(edit.getByLabelText('Required referrals'), '');
  expect(edit.getByText('Must be a number')).toBeDefined();
});

test('deleting a tier names it and says what applies afterwards; a refusal is shown', async () => {
  render(<Panel />, withDb(db));
  await screen.findByRole('heading', { name: 'Rising Sun' });
  await press('Delete Rising Sun');
  const dialog = within(screen.getByRole('alertdialog', { name: "Delete tier 'Rising Sun'?" }));
  expect(dialog.getByText(/Referrals 3–4 would be left without a tier/)).toBeDefined();
  server.script(`${TIERS}/${tiers[1]?.id}`, () => refusal(404, 'not_found'));
  await press('Delete tier');
  expect(await screen.findByText('Deletion Failed')).toBeDefined();
  expect(screen.getByText('Refused: not_found')).toBeDefined();
});

test('an achievement somebody earned cannot be deleted and is switched off instead', async () => {
  render(<Panel search={{ tab: 'achievements' }} />, withDb(db));
  await screen.findAllByRole('heading', { name: 'First Ray' });
  const [one] = achievements;
  const path = `${ACHIEVEMENTS}/${one?.id}`;
  server.script(
    path,
    () => refusal(409, 'in_use'),
    (request) => jsonAnswer({ ...one, isActive: 'false' }, request),
  );
  await press('Delete First Ray');
  await press('Delete achievement');
  expect(
    await screen.findByRole('alertdialog', { name: "'First Ray' has already been earned" }),
  ).toBeDefined();
  await press('Make inactive');
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: /earned/ })).toBeNull());
  expect(server.sentTo(path).at(-1)).toMatchObject({
    method: 'PUT',
    body: { isActive: 'false' },
  });
});

test('a new achievement is previewed as customers see it while it is typed', async () => {
  render(<Panel search={{ tab: 'achievements' }} />, withDb(db));
  const create = within(await screen.findByRole('form', { name: 'Create an achievement' }));
  await put(create.getByLabelText('Title'), 'Sunrise');
  await userEvent.click(create.getByRole('radio', { name: 'Crown' }));
  await userEvent.click(create.getByRole('radio', { name: 'Epic' }));
  const look = within(create.getByRole('figure'));
  expect(look.getByText('Sunrise')).toBeDefined();
  expect(look.getByText('Epic')).toBeDefined();
});

test('an extra reward is created, and an empty list says that there are none', async () => {
  render(<Panel search={{ tab: 'rewards' }} />, withDb(db));
  await screen.findByText('No extra rewards are advertised at the moment.');
  const create = form('Create a reward');
  await put(create.getByLabelText('Name'), 'Solar lamp');
  await put(create.getByLabelText('Amount'), 'A lamp');
  const made = {
    id: uuidv7(),
    name: 'Solar lamp',
    amount: 'A lamp',
    requiredReferrals: 1,
    description: null,
    createdAt: AT,
  };
  server.script(REWARDS, (request) => jsonAnswer(made, request, 201));
  rewards = [made];
  await press('Create Reward');
  expect(await screen.findByRole('heading', { name: 'Solar lamp' })).toBeDefined();
});

test('a month is opened and marked as a whole, in calls of 500 lines, after its total was shown', async () => {
  // jsdom's Blob cannot be read as a stream, which compressing a large body needs.
  vi.stubGlobal('Blob', NodeBlob);
  const many = 501;
  payouts = Array.from({ length: many }, () => aLine());
  payouts.push(aLine({ amount: '-$300', amountCents: -30_000 }));
  render(<Panel search={{ tab: 'payouts' }} />, withDb(db));
  await userEvent.click(await screen.findByRole('button', { name: 'November 2026' }));
  expect(JSON.parse(screen.getByTestId('place').textContent ?? '')).toMatchObject({
    month: '2026-11',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark whole month as paid' }));
  const dialog = within(screen.getByRole('alertdialog', { name: /^Mark/ }));
  expect(
    dialog.getByText(/502 rewards, \$150,000 in all, with 1 taken back \(-\$300\)/),
  ).toBeDefined();
  server.script(
    MARK,
    () => jsonAnswer([]),
    () => jsonAnswer([]),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid' }));
  expect(await screen.findByText('Payouts updated')).toBeDefined();
  const sent = server.sentTo(MARK).map(({ body }) => body as { ids: string[]; isPaid: string });
  expect(sent.map(({ ids, isPaid }) => [ids.length, isPaid])).toEqual([
    [500, 'true'],
    [2, 'true'],
  ]);
});

test('a line of a month was earned and paid on days of the office, as the month is', async () => {
  payouts = [aLine({ date: '2026-12-01T03:00:00Z', paidAt: '2027-01-01T04:59:00Z' })];
  const user = { ...admin, timeZone: 'America/New_York' };
  const search = { tab: 'payouts', month: '2026-11' };
  render(<ProgrammePanel user={user} search={search} onSearch={() => {}} />, withDb(db));
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 reward of Ann Lee' }));
  expect(await screen.findByText('Nov 30, 2026 · paid Dec 31, 2026')).toBeDefined();
});

test('the file of a month is saved with a UTF-8 byte order mark', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved.push(blob);
        return 'blob:x';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  render(<Panel search={{ tab: 'payouts', month: '2026-11' }} />, withDb(db));
  const button = await screen.findByRole('button', { name: 'CSV of this month' });
  await screen.findByRole('button', { name: 'Mark whole month as paid' });
  server.script(
    routes.payoutsCsv.path,
    () =>
      new Response('\uFEFFdate,amount\r\n', {
        headers: { 'x-sunloop': '1', 'Content-Type': 'text/csv' },
      }),
  );
  await userEvent.click(button);
  await screen.findByText('File saved');
  expect(server.requests.at(-1)?.query.toString()).toBe('format=csv&month=2026-11');
  const bytes = new Uint8Array(await (saved[0] as Blob).arrayBuffer());
  expect(Array.from(bytes.slice(0, 4))).toEqual([0xef, 0xbb, 0xbf, 'd'.charCodeAt(0)]);
});
