import { ErrorBody } from '@sunloop/shared-types/errors.ts';
import { type PayingTier, rewardAt } from '@sunloop/shared-types/program/tier-spans.ts';
import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import { REFERRAL_STATUSES } from '@sunloop/shared-types/referrals/referral.ts';
import { requestPath } from '@sunloop/shared-types/request-path.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { withActingAdmin } from '../../test/acting-admin.ts';
import type { CallInput } from '../../test/client.ts';
import { makeCustomer, type TestPerson } from '../../test/people.ts';
import { sweeping } from '../../test/quick.ts';
import { seededRandom } from '../../test/random.ts';
import { partOf } from '../../program/rewards/amounts.ts';

const { admin, execute, server } = withActingAdmin();

const USERS = 4;
const FRIENDS = 5;
const ACTS = sweeping(150, 40);
/** Amounts that cannot be halved, and one that is no money. */
const AMOUNTS = ['$300.01', '$33.33', '50% off', '$1,000.99 cash', '$77.77'];

/** One user's referral of a friend, with what was decided as the answers said. */
interface Twin {
  readonly id: string;
  readonly user: TestPerson;
  share: number | null;
  takesRest: boolean;
  isDecided: boolean;
}

interface Stored {
  readonly id: string;
  readonly userId: string;
  readonly status: string;
  readonly reward: string;
  readonly ordinal: number | null;
  readonly share: number | null;
  readonly cents: number;
}

async function makeFriend(users: readonly TestPerson[], name: string): Promise<Twin[]> {
  const twins: Twin[] = [];
  for (const user of users) {
    const body = { name, email: `${name}-${admin().user.id}@friend.example` };
    const { id } = (await user.client.call(routes.addReferral, { body })).body;
    twins.push({ id, user, share: null, takesRest: false, isDecided: false });
  }
  return twins;
}

/** Whether it was done; a refusal must be one of the rules. */
async function attempt(
  client: TestPerson['client'],
  route: Route,
  input: CallInput,
): Promise<boolean> {
  const { params, body } = input;
  const response = await client.fetch(requestPath(route, { params }), {
    method: route.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return true;
  expect([400, 401, 404, 409, 410], text).toContain(response.status);
  v.parse(ErrorBody, JSON.parse(text));
  return false;
}

test(`after ${ACTS} random acts every referral is paid what was decided, to the cent, and no friend twice`, async () => {
  const random = seededRandom('cases');
  for (const [at, amount] of AMOUNTS.entries()) {
    const level = at + 1;
    await execute('update reward_tiers set reward_amount = ? where level = ?', [amount, level]);
  }
  const users: TestPerson[] = [];
  for (let at = 0; at < USERS; at++) users.push(await makeCustomer(server()));
  const friends: Twin[][] = [];
  for (let at = 0; at < FRIENDS; at++) {
    friends.push(await makeFriend(users.slice(0, 2 + random.int(USERS - 1)), `friend${at}`));
  }
  await fillSearch(server().database.orm);

  const decide = async (friend: Twin[]) => {
    const pressed = random.pick(friend);
    const { body } = await admin().client.call(routes.adminReferral, {
      params: { id: pressed.id },
    });
    const members = body.case?.members.map(({ referral }) => referral.id) ?? [];
    if (members.length === 0) return;
    const paid = members.filter(() => random.int(2) === 0);
    const people = random.int(4) === 0 ? 'different' : 'same';
    const of = random.int(6) === 0 ? members.slice(1) : members;
    const decision: DuplicateDecision = { people, of, paid: people === 'same' ? paid : [] };
    const call = { params: { id: pressed.id }, body: decision };
    if (!(await attempt(admin().client, routes.decideDuplicates, call))) return;
    for (const twin of friend.filter(({ id }) => of.includes(id))) {
      twin.isDecided = true;
      twin.share = people === 'different' ? null : paid.includes(twin.id) ? paid.length : 0;
      twin.takesRest = people === 'same' && twin.id === paid[0];
    }
  };
  const act = async (friend: Twin[]) => {
    const twin = random.pick(friend);
    const params = { id: twin.id };
    const dice = random.int(100);
    if (dice < 35) return decide(friend);
    if (dice < 94) {
      const status = dice < 70 ? 'completed' : random.pick(REFERRAL_STATUSES);
      return attempt(admin().client, routes.changeReferralStatus, { params, body: { status } });
    }
    if (dice < 97) {
      await admin().client.call(routes.deleteReferral, { params });
      friend.splice(friend.indexOf(twin), 1);
      // Who is left alone is no duplicate.
      return fillSearch(server().database.orm);
    }
    if (dice < 99) return attempt(twin.user.client, routes.forgetFriend, { params });
    const whom = { params: { id: twin.user.user.id } };
    return attempt(admin().client, routes.eraseUser, whom);
  };

  const tiers = await execute<PayingTier>(
    `select level, min_referrals as "minReferrals", max_referrals as "maxReferrals", is_active as "isActive",
       reward_amount as "rewardAmount", created_at::text as "createdAt", id from reward_tiers`,
  );
  const most = Math.max(...tiers.map(({ rewardAmount }) => parseCents(rewardAmount)));
  for (let at = 0; at < ACTS; at++) {
    const friend = random.pick(friends.filter(({ length }) => length > 0));
    await act(friend);
    await expectPaid(friend, { tiers, most });
  }
  for (const { user } of users) {
    const [sums] = await execute<{ ledger: number; standing: number }>(
      `select (select coalesce(sum(amount_cents), 0)::int from reward_history where user_id = ?) as ledger,
         (select coalesce(sum(reward_cents(reward)), 0)::int from referrals
           where user_id = ? and status = 'completed') as standing`,
      [user.id, user.id],
    );
    expect(sums?.ledger).toBe(sums?.standing);
  }
});

async function expectPaid(
  friend: readonly Twin[],
  { tiers, most }: { tiers: readonly PayingTier[]; most: number },
): Promise<void> {
  const ids = JSON.stringify(friend.map(({ id }) => id));
  const rows = await execute<Stored>(
    `select r.id, r.user_id as "userId", r.status, r.reward, r.ordinal, r.share,
       coalesce((select sum(amount_cents) from reward_history h where h.referral_id = r.id), 0)::int as cents
     from referrals r where r.id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, share, takesRest } of friend) {
    const row = byId.get(id);
    if (!row) throw new Error('a referral is missing');
    expect(row.share).toBe(share);
    const isCompleted = row.status === 'completed';
    expect(row.ordinal !== null).toBe(isCompleted && share !== 0);
    const whole = row.ordinal === null ? '$0' : rewardAt(tiers, row.ordinal);
    const owed = isCompleted ? partOf(whole, { of: share || 1, takesRest }) : '$0';
    expect(row.cents).toBe(parseCents(owed ?? 'not money'));
    if (isCompleted) expect(row.reward).toBe(owed);
  }
  // Decided to be one person: all together are paid one reward at most.
  const joined = friend.filter(({ share }) => share !== null);
  const together = joined.reduce((sum, { id }) => sum + (byId.get(id)?.cents ?? 0), 0);
  expect(together).toBeLessThanOrEqual(most);
}
