import type { DuplicateDecision } from '@sunloop/shared-types/referrals/cases.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { parseCents } from '@sunloop/shared-types/values/money.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { fillSearch } from '../../../operate/housekeeping/fill-search.ts';
import { outcomesOf, toStatus, withActingAdmin } from '../../test/acting-admin.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { UNPARTABLE } from '../../program/rewards/ladder.ts';

const { act, admin, auditOf, execute, server } = withActingAdmin();

/** One of several who referred the same person. */
interface Side {
  readonly person: TestPerson;
  readonly id: string;
}

async function addTo(person: TestPerson, email: string, more = {}): Promise<Side> {
  const body = { name: 'One Friend', email, ...more };
  return { person, id: (await person.client.call(routes.addReferral, { body })).body.id };
}

const newEmail = () => `${randomUUID()}@friend.example`;

async function makeSides(count: number, email = newEmail()): Promise<Side[]> {
  const sides: Side[] = [];
  for (let at = 0; at < count; at++) sides.push(await addTo(await makeCustomer(server()), email));
  await fillSearch(server().database.orm);
  return sides;
}

let one: Side;
let other: Side;
let both: string[];
beforeEach(async () => {
  const [first, second] = await makeSides(2);
  if (!first || !second) throw new Error('there are two');
  [one, other] = [first, second];
  both = [one.id, other.id];
});

const decide = async (id: string, body: DuplicateDecision, by = admin()) =>
  (await by.client.call(routes.decideDuplicates, { params: { id }, body })).body;
const refuse = (id: string, body: unknown) =>
  admin().client.refuse(routes.decideDuplicates, { params: { id }, body });
const payOnly = ({ id }: Side) => decide(id, { people: 'same', of: both, paid: [id] });
const split = () => decide(one.id, { people: 'same', of: both, paid: both });
const setStatus = (ids: readonly string[], status: 'completed' | 'submitted') =>
  act(ids.map((id) => toStatus(id, status, status === 'completed' ? 'submitted' : 'completed')));
const rowOf = async ({ person, id }: Side) =>
  (await person.client.call(routes.listReferrals)).body.find((row) => row.id === id);
const ledgerOf = async ({ person, id }: Side) =>
  (await person.client.call(routes.rewardHistory)).body
    .filter(({ referralId }) => referralId === id)
    .map(({ amount }) => amount)
    .toReversed();
const caseOf = async (id: string) =>
  (await admin().client.call(routes.adminReferral, { params: { id } })).body.case;

describe('a case', () => {
  test('is all who are joined by an email or a phone, the first received one first, with their histories', async () => {
    const phone = '(602) 555-7781';
    const [a, b, c] = [
      await makeCustomer(server()),
      await makeCustomer(server()),
      await makeCustomer(server()),
    ];
    const first = await addTo(a, newEmail(), { phone });
    const shared = newEmail();
    const second = await addTo(b, shared, { phone: '+1 602 555 7781' });
    const third = await addTo(c, shared.toUpperCase());
    await act([toStatus(first.id, 'in_progress')]);
    const found = await caseOf(third.id);
    expect(found?.members.map(({ referral }) => referral.id)).toEqual([
      first.id,
      second.id,
      third.id,
    ]);
    expect(found?.members[0]?.events.map(({ action }) => action)).toEqual(['referral.status']);
    expect(found?.members.map(({ isDecided }) => isDecided)).toEqual([false, false, false]);
  });

  test.each([
    ['a tag', (id: string) => [`${id}@friend.example`, `${id}+solar@friend.example`]],
    ['Gmail’s dots', (id: string) => [`a.${id}@gmail.com`, `A${id}+x@googlemail.com`]],
  ])('also joins emails that differ by %s, until somebody decides', async (_, emailsOf) => {
    const [plain = '', like = ''] = emailsOf(randomUUID().slice(0, 8));
    const first = await addTo(await makeCustomer(server()), plain);
    const second = await addTo(await makeCustomer(server()), like);
    const ids = [first.id, second.id];
    const { orm } = server().database;
    await fillSearch(orm);
    const found = await caseOf(second.id);
    expect(found?.members.map(({ referral }) => referral.id)).toEqual(ids);
    const { body } = await admin().client.call(routes.adminReferrals, { query: { q: plain } });
    expect(body).toMatchObject([{ id: first.id, isDuplicate: true }]);
    expect(outcomesOf(await setStatus(ids, 'completed'))).toEqual(['conflict', 'conflict']);
    await decide(first.id, { people: 'different', of: ids });
    expect(outcomesOf(await setStatus(ids, 'completed'))).toEqual(['done', 'done']);
  });

  test('does not join other dots, and forgets nobody else with a person', async () => {
    const id = randomUUID().slice(0, 8);
    const dotted = await addTo(await makeCustomer(server()), `a.${id}@friend.example`);
    await addTo(await makeCustomer(server()), `a${id}@friend.example`);
    const tagged = await addTo(await makeCustomer(server()), `a.${id}+x@friend.example`);
    await fillSearch(server().database.orm);
    const found = await caseOf(dotted.id);
    expect(found?.members.map(({ referral }) => referral.id)).toEqual([dotted.id, tagged.id]);
    const body = { of: 'referral', id: dotted.id } as const;
    await admin().client.call(routes.forgetPerson, { body });
    expect(await rowOf(tagged)).toMatchObject({ name: 'One Friend' });
    await fillSearch(server().database.orm);
    expect(await caseOf(tagged.id)).toBeNull();
    const { body: left } = await admin().client.call(routes.adminReferrals, { query: { q: id } });
    expect(left.map((row) => row.isDuplicate === true)).toEqual([false, false]);
  });

  test('proposes whom the rule of the setting would pay, and nobody once it is decided', async () => {
    expect((await caseOf(other.id))?.proposal).toEqual({ rule: 'first_received', paid: [one.id] });
    await payOnly(one);
    expect((await caseOf(other.id))?.proposal).toBeNull();
  });

  test('is none for somebody whom one user referred', async () => {
    const [id = ''] = await refer(await makeCustomer(server()), 1);
    expect(await caseOf(id)).toBeNull();
  });
});

describe('one of them is paid', () => {
  test('the other pays nothing, takes no rung, and both are told by their rows', async () => {
    await payOnly(other);
    expect(outcomesOf(await setStatus(both, 'completed'))).toEqual(['done', 'done']);
    expect(await rowOf(one)).toMatchObject({ status: 'completed', reward: '$0', share: 0 });
    expect(await rowOf(other)).toMatchObject({ status: 'completed', reward: '$300', share: 1 });
    expect([await ledgerOf(one), await ledgerOf(other)]).toEqual([[], ['$300']]);
    // The next friend takes the rung that was left.
    const [next = ''] = await refer(one.person, 1);
    await act([toStatus(next, 'completed')]);
    expect((await one.person.client.call(routes.rewardLadder)).body.next.ordinal).toBe(2);
    const levels = (await one.person.client.call(routes.rewardLevels)).body;
    expect(levels[0]?.currentReferrals).toBe(1);
  });

  test('toggling completed pays nothing twice', async () => {
    await payOnly(one);
    for (const status of ['completed', 'submitted', 'completed'] as const)
      await setStatus(both, status);
    expect(await ledgerOf(one)).toEqual(['$300', '-$300', '$300']);
    expect(await ledgerOf(other)).toEqual([]);
  });

  test('what was paid before is taken back and paid to the other one', async () => {
    const email = newEmail();
    const [early] = await makeSides(1, email);
    if (!early) throw new Error('there is one');
    await setStatus([early.id], 'completed');
    const late = await addTo(await makeCustomer(server()), email);
    const of = [early.id, late.id];
    await decide(late.id, { people: 'same', of, paid: [late.id] });
    expect(await ledgerOf(early)).toEqual(['$300', '-$300']);
    expect(await rowOf(early)).toMatchObject({ status: 'completed', reward: '$0', share: 0 });
    await setStatus([late.id], 'completed');
    await decide(late.id, { people: 'same', of, paid: [early.id] });
    expect(await ledgerOf(early)).toEqual(['$300', '-$300', '$300']);
    expect(await ledgerOf(late)).toEqual(['$300', '-$300']);
    await decide(late.id, { people: 'different', of });
    expect(await ledgerOf(early)).toEqual(['$300', '-$300', '$300']);
    expect(await ledgerOf(late)).toEqual(['$300', '-$300', '$300']);
  });

  test('it travels with the next pull, and a row without has no such field', async () => {
    const pull = (since: string) =>
      other.person.client.call(routes.pullReferrals, { query: { since } });
    const before = (await pull('')).body;
    expect(Object.keys(before.upserts[0] ?? {})).not.toContain('share');
    await payOnly(one);
    expect((await pull(before.cursor)).body.upserts).toMatchObject([{ id: other.id, share: 0 }]);
    await decide(one.id, { people: 'different', of: both });
    const last = (await pull(before.cursor)).body.upserts[0] ?? {};
    expect(Object.keys(last)).not.toContain('share');
  });

  test('the preview tells what completing pays', async () => {
    await payOnly(one);
    const body = { ids: both };
    const preview = (await admin().client.call(routes.previewCompletion, { body })).body;
    expect(preview).toMatchObject({
      referrals: 2,
      pays: '$300',
      people: [{ userId: one.person.user.id }],
    });
  });
});

describe('a split', () => {
  test('parts what each one’s rung pays; the first received one gets the rest', async () => {
    await execute(`update reward_tiers set reward_amount = '$300.01' where min_referrals = 1`);
    await split();
    await setStatus(both, 'completed');
    await execute(`update reward_tiers set reward_amount = '$300' where min_referrals = 1`);
    expect([await ledgerOf(one), await ledgerOf(other)]).toEqual([['$150.01'], ['$150']]);
    expect(await rowOf(one)).toMatchObject({ reward: '$150.01', share: 2 });
    expect((await one.person.client.call(routes.rewardLadder)).body.next.ordinal).toBe(2);
    expect((await other.person.client.call(routes.rewardLadder)).body.next.ordinal).toBe(2);
    await setStatus(both, 'submitted');
    expect([await ledgerOf(one), await ledgerOf(other)]).toEqual([
      ['$150.01', '-$150.01'],
      ['$150', '-$150'],
    ]);
  });

  test('what is no money is not split: neither decided, nor completed once the rung is another', async () => {
    const ids = await refer(one.person, 9);
    await act(ids.map((id) => toStatus(id, 'completed')));
    expect(await refuse(one.id, { people: 'same', of: both, paid: both })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_referral', error: UNPARTABLE },
    });
    await act([toStatus(ids[0] ?? '', 'submitted', 'completed')]);
    await split();
    await act([toStatus(ids[0] ?? '', 'completed')]);
    const [friend = ''] = await refer(one.person, 1);
    const results = await act([one.id, friend].map((id) => toStatus(id, 'completed')));
    expect(outcomesOf(results)).toEqual(['conflict', 'done']);
    expect(results[0]?.why).toBe(UNPARTABLE);
    const call = { params: { id: one.id }, body: { status: 'completed' } };
    const answer = await admin().client.refuse(routes.changeReferralStatus, call);
    expect(answer).toMatchObject({ status: 409, body: { error: UNPARTABLE } });
  });

  test('an open one promises its part', async () => {
    await split();
    const { rung } = (await admin().client.call(routes.adminReferral, { params: { id: one.id } }))
      .body;
    expect(rung).toEqual({ ordinal: 1, reward: '1/2 of $300' });
  });
});

describe('a decision', () => {
  test('is about all there are; one that came meanwhile is looked at first', async () => {
    const third = await addTo(await makeCustomer(server()), (await rowOf(one))?.email ?? '');
    expect(await refuse(one.id, { people: 'same', of: both, paid: [one.id] })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
    const of = [...both, third.id];
    const { case: found } = await decide(one.id, { people: 'same', of, paid: of });
    expect(found?.members.map(({ referral }) => referral.share)).toEqual([3, 3, 3]);
  });

  test('of a later one as another person leaves the others as they were', async () => {
    await payOnly(other);
    const third = await addTo(await makeCustomer(server()), (await rowOf(one))?.email ?? '');
    const { case: found } = await decide(third.id, { people: 'different', of: [third.id] });
    expect(found?.members.map(({ referral }) => referral.share ?? null)).toEqual([0, 1, null]);
  });

  test.each([
    ['nobody is paid', { people: 'same', paid: [] }],
    ['a stranger is paid', { people: 'same', paid: [randomUUID()] }],
    ['nothing is said', { people: 'perhaps' }],
  ])('is refused if %s', async (_, body) => {
    expect((await refuse(one.id, body)).status).toBe(400);
  });

  test('is told in the history of each without naming anybody, once, and so is another one', async () => {
    await payOnly(one);
    await payOnly(one);
    expect(await auditOf(one.id)).toEqual(['paid: none → in full, the same person']);
    await payOnly(other);
    expect(await auditOf(one.id)).toEqual([
      'paid: none → in full, the same person',
      'paid: in full, the same person → nothing, the same person',
    ]);
    const file = (await one.person.client.call(routes.exportAccount)).body;
    expect(file.referrals).toMatchObject([{ id: one.id, share: 0 }]);
    expect(JSON.stringify(file)).not.toContain(other.person.user.username);
  });

  test('of two admins at once is one or the other, and both are paid once', async () => {
    await setStatus(both, 'completed');
    const second = await makeAdmin(server());
    await split();
    await setStatus(both, 'completed');
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        decide(one.id, { people: 'same', of: both, paid: [one.id] }),
        decide(other.id, { people: 'same', of: both, paid: [other.id] }, second),
      ]);
      const rows = [await rowOf(one), await rowOf(other)];
      expect(rows.map((row) => row?.share).toSorted()).toEqual([0, 1]);
      const standing = await execute<{ sum: number }>(
        'select sum(amount_cents)::int as sum from reward_history where referral_id in (?, ?)',
        both,
      );
      expect(standing).toEqual([{ sum: 30_000 }]);
    }
  });

  test('about two cases of the same users at once waits its turn, and so does completing them', async () => {
    const email = newEmail();
    const second = [await addTo(other.person, email), await addTo(one.person, email)];
    const ids = second.map(({ id }) => id);
    const by = await makeAdmin(server());
    for (let round = 0; round < 5; round++) {
      const paid = round % 2 === 0 ? [ids[0] ?? ''] : ids;
      await Promise.all([
        split(),
        decide(ids[0] ?? '', { people: 'same', of: ids, paid }, by),
        setStatus([...both, ...ids], round % 2 === 0 ? 'completed' : 'submitted'),
      ]);
    }
    const rows = await execute<{ status: string; reward: string; sum: number }>(
      `select r.status, r.reward, coalesce(sum(h.amount_cents), 0)::int as sum
       from referrals r left join reward_history h on h.referral_id = r.id
       where r.id in (?, ?, ?, ?) group by r.id`,
      [...both, ...ids],
    );
    const isRight = rows.map(({ status, reward, sum }) => {
      return sum === (status === 'completed' ? parseCents(reward) : 0);
    });
    expect(isRight).toEqual([true, true, true, true]);
  });

  test('is an admin’s alone', async () => {
    const call = { params: { id: one.id }, body: { people: 'same', of: both, paid: both } };
    expect((await one.person.client.refuse(routes.decideDuplicates, call)).status).toBe(403);
    expect((await server().client().refuse(routes.decideDuplicates, call)).status).toBe(401);
  });

  test('without a body is that they are different people, as older apps send it', async () => {
    const call = { params: { id: one.id } };
    const { body } = await admin().client.call(routes.decideDuplicates, call);
    expect(body.case?.members.map(({ isDecided }) => isDecided)).toEqual([true, true]);
  });
});

describe('what is decided stands', () => {
  test('when the person of the paid one was forgotten by its referrer: nobody else is paid', async () => {
    await payOnly(one);
    await setStatus([one.id], 'completed');
    await one.person.client.call(routes.forgetFriend, { params: { id: one.id } });
    expect(await caseOf(other.id)).toMatchObject({
      isPaidElsewhere: true,
      members: [{ isDecided: true }],
    });
    const answer = await refuse(other.id, { people: 'different', of: [other.id] });
    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate_referral' } });
    const third = await addTo(await makeCustomer(server()), (await rowOf(other))?.email ?? '');
    await decide(third.id, { people: 'same', of: [third.id], paid: [] });
    await setStatus([other.id, third.id], 'completed');
    expect([await ledgerOf(one), await ledgerOf(other), await ledgerOf(third)]).toEqual([
      ['$300'],
      [],
      [],
    ]);
  });

  test('when the referrer of the paid one was erased', async () => {
    await payOnly(one);
    await admin().client.call(routes.eraseUser, { params: { id: one.person.user.id } });
    expect(await caseOf(other.id)).toMatchObject({ isPaidElsewhere: true });
    await setStatus(both, 'completed');
    expect(await ledgerOf(other)).toEqual([]);
  });

  test('until somebody decides otherwise, also when the paid one was deleted', async () => {
    await payOnly(one);
    await setStatus(both, 'completed');
    await act([{ act: 'delete', id: one.id, expected: 'completed' }]);
    expect(await ledgerOf(other)).toEqual([]);
    expect(await caseOf(other.id)).toMatchObject({ isPaidElsewhere: false });
    await decide(other.id, { people: 'different', of: [other.id] });
    expect([await ledgerOf(one), await ledgerOf(other)]).toEqual([['$300', '-$300'], ['$300']]);
  });
});
