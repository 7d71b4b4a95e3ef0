import { QUOTES_PER_HOUR } from '@sunloop/shared-types/limits.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AROUND_CODES } from '../../test/around-codes.ts';
import { someAddress } from '../../test/some-address.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../../test/people.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 1 });
  admin = await makeAdmin(server);
});
afterAll(() => server.close());

const makeWish = (fields = {}) => ({
  name: 'Vera Visitor',
  email: `${randomUUID()}@visitor.example`,
  phone: '+1 555 0100',
  ...fields,
});

// Each call comes from a different address, so that tests do not share a limit.
async function ask(body: unknown, address = someAddress()) {
  const headers = { 'X-Forwarded-For': address };
  return server.client().call(routes.requestQuote, { body, headers });
}
const deactivate = ({ user }: TestPerson) =>
  server.sql("update users set is_active = 'false' where id = ?", [user.id]);
async function quoteOf(id: string) {
  const { body } = await admin.client.call(routes.quotes);
  const quote = body.find((row) => row.id === id);
  if (!quote) throw new Error('no such quote');
  return quote;
}
const change = (id: string, body: unknown) =>
  admin.client.call(routes.changeQuote, { params: { id }, body });
const refuseChange = (id: string, body: unknown) =>
  admin.client.refuse(routes.changeQuote, { params: { id }, body });
const referralsOf = async ({ client }: TestPerson) =>
  (await client.call(routes.listReferrals)).body;

describe('GET /api/refer/:code', () => {
  const look = (code: string) => server.client().call(routes.referrer, { params: { code } });

  test('gives the first word of the name and nothing else', async () => {
    const username = `Marta ${randomUUID()}`;
    const { user } = await makeCustomer(server, { username });
    expect((await look(user.referralCode ?? '')).body).toEqual({ referrerName: 'Marta' });
  });

  test('reads a code in any case, with O as 0 and I and L as 1', async () => {
    const { user } = await makeCustomer(server);
    await server.sql("update users set referral_code = '01ABCDEF' where id = ?", [user.id]);
    for (const code of ['oiabcdef', 'OLABCDEF', ' 0Labcdef ']) {
      expect((await look(code)).status).toBe(200);
    }
  });

  test.each(AROUND_CODES)('finds the code in a text copied from a chat: %s', async (around) => {
    const { user } = await makeCustomer(server, { username: `Marta ${randomUUID()}` });
    expect((await look(around.replace('*', user.referralCode ?? ''))).status).toBe(200);
  });

  test.each(['UNKNOWN1', 'x'.repeat(5000), 'a\u0000b', "'; drop table users", '%'])(
    'an unknown code is 404: %j',
    async (code) => {
      const refused = await server.client().refuse(routes.referrer, { params: { code } });
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  test('the code of an inactive user is 404', async () => {
    const person = await makeCustomer(server);
    await deactivate(person);
    const params = { code: person.user.referralCode ?? '' };
    expect((await server.client().refuse(routes.referrer, { params })).status).toBe(404);
  });
});

describe('POST /api/quotes', () => {
  test('without a code it is stored for the admin as it was written', async () => {
    const wish = makeWish({ address: ' 1 Main St ', message: 'Flat roof 🌞\n"quoted"' });
    const { status, body } = await ask(wish);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['id', 'callBy']);
    expect(await quoteOf(body.id)).toMatchObject({
      ...wish,
      address: '1 Main St',
      referralCode: null,
      referralId: null,
      status: 'open',
    });
  });

  test('with a user’s code it becomes that user’s referral', async () => {
    const person = await makeCustomer(server);
    const wish = makeWish();
    const referralCode = person.user.referralCode?.toLowerCase();
    const { body } = await ask({ ...wish, referralCode });
    const [referral] = await referralsOf(person);
    expect(referral).toMatchObject({ ...wish, status: 'submitted', reward: '$100' });
    const { referralCode: stored, referralId, status } = await quoteOf(body.id);
    expect({ stored, referralId, status }).toEqual({
      stored: person.user.referralCode,
      referralId: referral?.id,
      status: 'converted',
    });
  });

  test.each(AROUND_CODES)('finds the owner of a copied code: %s', async (around) => {
    const person = await makeCustomer(server);
    const referralCode = around.replace('*', person.user.referralCode ?? '');
    const { body } = await ask(makeWish({ referralCode }));
    expect(await quoteOf(body.id)).toMatchObject({
      referralCode: person.user.referralCode,
      status: 'converted',
    });
  });

  test('with a text that has no sign of a code it came without one', async () => {
    const { body } = await ask(makeWish({ referralCode: ' ”…/-U\u0000' }));
    expect(await quoteOf(body.id)).toMatchObject({ referralCode: null, status: 'open' });
  });

  test('a person referred before gets the same answer and no second referral', async () => {
    const person = await makeCustomer(server);
    const wish = makeWish({ referralCode: person.user.referralCode });
    const first = await ask(wish);
    const second = await ask({ ...wish, name: 'V. Visitor' });
    expect(second.status).toBe(201);
    expect(Object.keys(second.body)).toEqual(Object.keys(first.body));
    const [referral, ...others] = await referralsOf(person);
    expect(others).toEqual([]);
    expect(referral?.name).toBe('Vera Visitor');
    expect((await quoteOf(second.body.id)).referralId).toBe(referral?.id);
  });

  test('the owner of the link asking for a quote refers nobody', async () => {
    const person = await makeCustomer(server);
    const { email, referralCode } = person.user;
    const { body } = await ask(makeWish({ email: email.toUpperCase(), referralCode }));
    expect(await referralsOf(person)).toEqual([]);
    expect(await quoteOf(body.id)).toMatchObject({ referralId: null, status: 'open' });
  });

  test('the code of an inactive or unknown user is stored and refers nobody', async () => {
    const person = await makeCustomer(server);
    await deactivate(person);
    for (const referralCode of [person.user.referralCode, 'NOBODY']) {
      const { body } = await ask(makeWish({ referralCode }));
      expect(await quoteOf(body.id)).toMatchObject({ referralId: null, status: 'open' });
    }
  });

  test('the same id again is the same request, stored once however often and at once it is sent', async () => {
    const { user } = await makeCustomer(server);
    const body = { ...makeWish({ referralCode: user.referralCode }), id: randomUUID() };
    const answers = await Promise.all([ask(body), ask(body), ask(body)]);
    answers.push(await ask({ ...body, name: 'Somebody Else' }));
    for (const { status, body: receipt } of answers) {
      expect([status, receipt]).toMatchObject([201, { id: body.id }]);
    }
    const sql = 'select name from quotes where email = ?';
    expect(await server.sql(sql, [body.email])).toEqual([{ name: body.name }]);
    expect(await server.sql('select 1 from referrals where user_id = ?', [user.id])).toHaveLength(
      1,
    );
  });

  test('ten at once by one link and person make one referral', async () => {
    const person = await makeCustomer(server);
    const wish = makeWish({ referralCode: person.user.referralCode });
    await Promise.all(Array.from({ length: 10 }, () => ask(wish)));
    expect(await referralsOf(person)).toHaveLength(1);
  });

  test('an address may ask ten times an hour', async () => {
    const address = someAddress();
    for (let count = 0; count < QUOTES_PER_HOUR; count += 1) await ask(makeWish(), address);
    const headers = { 'X-Forwarded-For': address };
    const call = { body: makeWish(), headers };
    const refused = await server.client().refuse(routes.requestQuote, call);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await ask(makeWish());
  });

  test('what is missing or wrong is named, and nothing is kept', async () => {
    const [before] = await server.sql('select count(*) from quotes');
    const body = { name: 'V', email: 'no', message: 'x'.repeat(2001) };
    const refused = await server.client().refuse(routes.requestQuote, { body });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields ?? {}).toSorted()).toEqual(
      ['email', 'message', 'name', 'phone'].toSorted(),
    );
    expect(await server.sql('select count(*) from quotes')).toEqual([before]);
  });
});

describe('the admin’s quotes', () => {
  test('come newest first', async () => {
    const ids = [(await ask(makeWish())).body.id, (await ask(makeWish())).body.id];
    const { body } = await admin.client.call(routes.quotes);
    expect(body.slice(0, 2).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test('close and open again, with an audit line for each change', async () => {
    const { id } = (await ask(makeWish())).body;
    expect((await change(id, { status: 'closed' })).body.status).toBe('closed');
    expect((await change(id, { status: 'closed' })).body.status).toBe('closed');
    expect((await change(id, { status: 'open' })).body.status).toBe('open');
    const lines = await server.sql<{ user_id: string; details: string }>(
      "select user_id, details from audit_logs where entity = 'quote' and entity_id = ? order by created_at, id",
      [id],
    );
    expect(lines).toEqual([
      { user_id: admin.user.id, details: 'open → closed' },
      { user_id: admin.user.id, details: 'closed → open' },
    ]);
  });

  test('become a user’s referral once, however often that is asked at once', async () => {
    const person = await makeCustomer(server);
    const wish = makeWish({ address: '1 Main St' });
    const { id } = (await ask(wish)).body;
    const body = { status: 'converted', userId: person.user.id };
    const answers = await Promise.all(Array.from({ length: 5 }, () => change(id, body)));
    const [referral, ...others] = await referralsOf(person);
    expect(others).toEqual([]);
    expect(referral).toMatchObject({ ...wish, status: 'submitted' });
    for (const answer of answers) {
      expect(answer.body).toMatchObject({ status: 'converted', referralId: referral?.id });
    }
    expect((await change(id, { status: 'converted' })).body.referralId).toBe(referral?.id);
    const lines = await server.sql(
      "select 1 from audit_logs where entity = 'quote' and entity_id = ?",
      [id],
    );
    expect(lines).toHaveLength(1);
  });

  test('link to the user’s existing referral of this person', async () => {
    const person = await makeCustomer(server);
    const wish = makeWish();
    const { body: referral } = await person.client.call(routes.addReferral, { body: wish });
    const { id } = (await ask(wish)).body;
    const changed = await change(id, { status: 'converted', userId: person.user.id });
    expect(changed.body.referralId).toBe(referral.id);
    expect(await referralsOf(person)).toHaveLength(1);
  });

  test('cannot become the referral of two users, nor of the person who asked', async () => {
    const [person, other] = [await makeCustomer(server), await makeCustomer(server)];
    const { id } = (await ask(makeWish())).body;
    await change(id, { status: 'converted', userId: person.user.id });
    const stolen = await refuseChange(id, { status: 'converted', userId: other.user.id });
    expect(stolen).toMatchObject({ status: 409, body: { code: 'duplicate_referral' } });
    expect(await referralsOf(other)).toEqual([]);

    const own = (await ask(makeWish({ email: person.user.email }))).body;
    const self = await refuseChange(own.id, { status: 'converted', userId: person.user.id });
    expect(self).toMatchObject({ status: 409, body: { code: 'self_referral' } });
    expect((await quoteOf(own.id)).status).toBe('open');
  });

  test('need an active user to be converted', async () => {
    const { id } = (await ask(makeWish())).body;
    const gone = await makeCustomer(server);
    await deactivate(gone);
    for (const userId of [undefined, randomUUID(), gone.user.id, 'nonsense']) {
      const refused = await refuseChange(id, { status: 'converted', userId });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['userId']);
    }
    expect((await quoteOf(id)).status).toBe('open');
  });

  describe('that two admins change at once', () => {
    const AS_ASKED = { status: 'open', referralId: null } as const;
    const close = { status: 'closed', expected: AS_ASKED } as const;
    const makeReferralOf = ({ user }: TestPerson) =>
      ({ status: 'converted', userId: user.id, expected: AS_ASKED }) as const;

    test('stay as the first left them, and the second is told who did what', async () => {
      const [person, other] = [await makeCustomer(server), await makeAdmin(server)];
      const { id } = (await ask(makeWish())).body;
      await other.client.call(routes.changeQuote, { params: { id }, body: close });
      expect(await refuseChange(id, makeReferralOf(person))).toMatchObject({
        status: 409,
        body: {
          code: 'changed_meanwhile',
          error: `${other.user.username} has closed this request meanwhile`,
          fields: { status: 'closed' },
        },
      });
      expect(await referralsOf(person)).toEqual([]);
      expect(await quoteOf(id)).toMatchObject({ status: 'closed', referralId: null });
    });

    test('become the referral of one user, not closed over it nor given to another', async () => {
      const [person, rival] = [await makeCustomer(server), await makeCustomer(server)];
      const { id } = (await ask(makeWish())).body;
      const converted = (await change(id, makeReferralOf(person))).body;
      const error = `${admin.user.username} has turned this request into a referral of ${person.user.username} meanwhile`;
      for (const body of [close, makeReferralOf(rival)]) {
        const refused = await refuseChange(id, body);
        expect(refused.body).toEqual({
          code: 'changed_meanwhile',
          error,
          fields: { status: 'converted' },
        });
      }
      expect(await referralsOf(rival)).toEqual([]);
      expect(await quoteOf(id)).toEqual(converted);
    });

    test('at the very same time end in one of the two ways', async () => {
      const person = await makeCustomer(server);
      const { id } = (await ask(makeWish())).body;
      const send = (body: unknown) =>
        admin.client.fetch(routes.changeQuote.path.replace(':id', id), {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const answers = await Promise.all([send(close), send(makeReferralOf(person))]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const isClosed = answers[0]?.status === 200;
      expect((await quoteOf(id)).status).toBe(isClosed ? 'closed' : 'converted');
      expect(await referralsOf(person)).toHaveLength(isClosed ? 0 : 1);
    });

    test('and already are as wanted are no conflict: sent again, nothing changes', async () => {
      const person = await makeCustomer(server);
      const [shut, given] = [(await ask(makeWish())).body.id, (await ask(makeWish())).body.id];
      for (const [id, body] of [
        [shut, close],
        [given, makeReferralOf(person)],
      ] as const) {
        const first = (await change(id, body)).body;
        expect((await change(id, body)).body).toEqual(first);
      }
      expect(await referralsOf(person)).toHaveLength(1);
    });

    test('are not reopened over a referral made since, although both times they were converted', async () => {
      const person = await makeCustomer(server);
      const { id } = (await ask(makeWish())).body;
      const first = (await change(id, makeReferralOf(person))).body;
      await admin.client.call(routes.deleteReferral, { params: { id: first.referralId ?? '' } });
      const seen = { status: 'converted', referralId: null } as const;
      const deleted = await refuseChange(id, { status: 'closed', expected: AS_ASKED });
      expect(deleted.body.error).toBe('The referral this request had become was deleted meanwhile');
      const again = { ...makeReferralOf(person), expected: seen };
      const second = (await change(id, again)).body;
      const refused = await refuseChange(id, { status: 'open', expected: seen });
      expect(refused.body.code).toBe('changed_meanwhile');
      expect(await quoteOf(id)).toEqual(second);
    });
  });

  test('are only for admins, and an unknown one is 404', async () => {
    const { client } = await makeCustomer(server);
    const call = { params: { id: randomUUID() }, body: { status: 'closed' } };
    expect((await server.client().refuse(routes.changeQuote, call)).status).toBe(401);
    expect((await client.refuse(routes.changeQuote, call)).status).toBe(403);
    expect((await refuseChange(call.params.id, call.body)).status).toBe(404);
    const known = (await ask(makeWish())).body;
    expect((await refuseChange(known.id, { status: 'gone' })).status).toBe(400);
  });

  test('lose their link when the referral is deleted, and may be converted again', async () => {
    const person = await makeCustomer(server);
    const { id } = (await ask(makeWish({ referralCode: person.user.referralCode }))).body;
    const { referralId } = await quoteOf(id);
    await admin.client.call(routes.deleteReferral, { params: { id: referralId ?? '' } });
    expect((await quoteOf(id)).referralId).toBeNull();
    const again = await change(id, { status: 'converted', userId: person.user.id });
    expect(again.body.referralId).not.toBe(referralId);
    expect(await referralsOf(person)).toHaveLength(1);
  });
});
