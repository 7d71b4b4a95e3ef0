import { createECDH } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PushSubscriptionForm } from '@sunloop/shared-types/messages/push.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailTo } from '../../test/mail-server.ts';
import { makeAdmin, makeCustomer, refer, type TestPerson } from '../../test/people.ts';
import { open, type PushService, pushTo, startPushService } from '../../test/push-service.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { findInstallationFigures } from '../../ground/security/installation-figures.ts';
import { setUpMail } from '../mail/mail-state.ts';
import { sendDue } from '../mail/send.ts';
import { isPublicAddress, publicLookup } from './public-host.ts';

let service: PushService;
let server: TestServer;
let admin: TestPerson;
let person: TestPerson;
beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ mail: { push: pushTo(service.ca) } });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(async () => {
  service.answer = () => ({ status: 201 });
  [admin, person] = [await makeAdmin(server), await makeCustomer(server)];
  await server.sql('delete from outgoing_messages where true');
});

const em = () => server.database.orm.em.fork();
const send = () => sendDue(em());
const toDevice = (endpoint: string) => service.pushed.filter((one) => one.endpoint === endpoint);
const rows = () =>
  server.sql<{ kind: string; state: string; tries: number; reason: string | null; wait: number }>(
    `select kind, state, tries, reason, extract(epoch from due_at - now())::float8 as wait
     from outgoing_messages order by created_at, key`,
  );
const passTime = (interval: string) =>
  server.sql(
    `update outgoing_messages set due_at = due_at - ?::interval, queued_at = queued_at - ?::interval`,
    [interval, interval],
  );
const setStatus = (id: string, status: string) =>
  admin.client.call(routes.changeReferralStatus, { params: { id }, body: { status } });

/** Has a device of a person's told of news. */
async function turnOn(
  { client }: TestPerson,
  changes: Partial<PushSubscriptionForm> = {},
): Promise<string> {
  const { serverKey } = (await client.call(routes.ownNotifications)).body;
  const body = { ...service.subscribe(), serverKey: serverKey ?? '', ...changes };
  await client.call(routes.turnNotificationsOn, { body });
  return body.endpoint;
}

/** The same person on another device. */
async function elsewhere({ user }: TestPerson): Promise<TestPerson> {
  const client = server.client();
  await client.call(routes.logIn, { body: { email: user.email, password: 'correct horse' } });
  return { client, user };
}

describe('A device', () => {
  let friend: string;
  beforeEach(async () => {
    [friend = ''] = await refer(person, 1);
  });

  test('is told of news with real encryption and a signature, and the message names nobody', async () => {
    const endpoint = await turnOn(person);
    expect((await person.client.call(routes.ownNotifications)).body).toMatchObject({ isOn: true });
    await setStatus(friend, 'contact_made');
    await send();
    const [told, ...others] = toDevice(endpoint);
    expect(others).toEqual([]);
    expect(told?.notice).toEqual({
      web_push: 8030,
      notification: {
        title: 'News about one of your referrals',
        body: 'Open it to see how things stand.',
        lang: 'en',
        navigate: `https://sun.example/referrals?referral=${friend}`,
        tag: 'friend_moved',
        app_badge: 1,
      },
      app_badge: 1,
    });
    expect(JSON.stringify(told?.notice)).not.toMatch(/Friend 1|\$|@/);
    expect(told?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/notification+json',
      ttl: String(3 * 24 * 60 * 60),
      urgency: 'normal',
      topic: 'friend_moved',
    });
    const { serverKey } = (await person.client.call(routes.ownNotifications)).body;
    expect(told?.claims).toMatchObject({
      aud: new URL(endpoint).origin,
      sub: 'https://sun.example',
      key: serverKey,
    });
    expect(Number(told?.claims['exp'])).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 60 * 60);
    expect(await rows()).toMatchObject([{ kind: 'friend_moved', state: 'sent', tries: 1 }]);
    expect(await send()).toBe(0);
  });

  test('gets what was done in one go, and what it has not looked at, as one', async () => {
    const friends = await refer(person, 3);
    const endpoint = await turnOn(person);
    for (const id of friends) await setStatus(id, 'contact_made');
    await send();
    expect(toDevice(endpoint).map(({ notice }) => notice)).toMatchObject([
      {
        notification: {
          title: 'News about your referrals',
          navigate: 'https://sun.example/referrals',
        },
        app_badge: 3,
      },
    ]);
    expect(await rows()).toMatchObject(friends.map(() => ({ state: 'sent' })));
    await server.sql(`update sessions set last_used_at = now() - interval '2 hours'`);
    await setStatus(friend, 'in_progress');
    await send();
    expect(toDevice(endpoint).at(-1)?.notice).toMatchObject({
      notification: { title: 'News about your referrals' },
      app_badge: 4,
    });
  });

  test('is told at most once a day of a friend, as every other device, and not of what was taken back', async () => {
    const other = await elsewhere(person);
    const [first, second] = [await turnOn(person), await turnOn(other)];
    await setStatus(friend, 'contact_made');
    await send();
    await setStatus(friend, 'in_progress');
    expect(await send()).toBe(0);
    await setStatus(friend, 'completed');
    await passTime('1 day');
    await server.sql(`update referrals set status = 'in_progress' where id = ?`, [friend]);
    await send();
    for (const endpoint of [first, second])
      expect(toDevice(endpoint).map(({ notice }) => notice.notification.tag)).toEqual([
        'friend_moved',
        'achievement',
      ]);
  });

  test('is not told of what its person has switched off, or of a new sign-in', async () => {
    const endpoint = await turnOn(person);
    for (const kind of ['friend_moved', 'reward_earned', 'achievement'] as const)
      await person.client.call(routes.switchMail, { body: { kind, isOn: false } });
    await setStatus(friend, 'completed');
    await elsewhere(person);
    await send();
    expect(toDevice(endpoint)).toEqual([]);
  });

  test('is told beside the mail, which goes to confirmed addresses only', async () => {
    const mail = mailTo(undefined);
    setUpMail(server.database.orm.em, { mail, push: pushTo(service.ca) });
    const endpoint = await turnOn(person);
    await setStatus(friend, 'contact_made');
    expect(await rows()).toHaveLength(1);
    await server.sql('update users set email_confirmed_at = now() where id = ?', [person.user.id]);
    const [another = ''] = await refer(person, 1);
    await setStatus(another, 'contact_made');
    await send();
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['kept', 'sent', 'sent']);
    expect(toDevice(endpoint)).toHaveLength(1);
    setUpMail(server.database.orm.em, { push: pushTo(service.ca) });
  });

  test.each([
    ['signs out', () => person.client.call(routes.logOut)],
    ['turns it off', () => person.client.call(routes.turnNotificationsOff)],
    [
      'changes the password elsewhere',
      async () => {
        const { client } = await elsewhere(person);
        const body = { currentPassword: 'correct horse', newPassword: 'horse correct' };
        await client.call(routes.changePassword, { body });
      },
    ],
    [
      'is erased',
      () => person.client.call(routes.eraseAccount, { body: { currentPassword: 'correct horse' } }),
    ],
    [
      'becomes inactive',
      () => server.sql(`update users set is_active = 'false' where id = ?`, [person.user.id]),
    ],
    [
      'was signed in long ago',
      () =>
        server.sql(`update sessions set expires_at = now() where user_id = ?`, [person.user.id]),
    ],
  ])('gets nothing any more once its person %s', async (_, end) => {
    const endpoint = await turnOn(person);
    await setStatus(friend, 'contact_made');
    await end();
    await send();
    expect(toDevice(endpoint)).toEqual([]);
    const waiting = (await rows()).filter(({ kind }) => kind === 'friend_moved');
    expect(waiting).toEqual([]);
  });

  test('is in the desk’s list beside mail, in the figures and in the person’s export', async () => {
    const { host } = new URL(await turnOn(person));
    await setStatus(friend, 'contact_made');
    const [message] = (await admin.client.call(routes.messages)).body;
    expect(message).toMatchObject({ isPush: true, to: host, state: 'waiting' });
    const { body: state } = await admin.client.call(routes.mailState);
    expect(state).toMatchObject({ mode: 'off', waiting: 1 });
    expect(state.devices).toBeGreaterThan(0);
    const figures = await findInstallationFigures(em());
    expect(figures).toMatchObject({ messagesWaiting: 0, longestWait: 0, noticesWaiting: 1 });
    const { body: held } = await person.client.call(routes.exportAccount);
    expect(held.sessions).toMatchObject([{ notifiedBy: host }]);
    expect(held.messages).toMatchObject([{ kind: 'friend_moved', to: host }]);
    const again = { params: { id: message?.id ?? '' } };
    await send();
    expect((await admin.client.call(routes.sendMessageAgain, again)).body.state).toBe('waiting');
  });

  test('that subscribes anew is told there, and a subscription is one session’s only', async () => {
    const first = await turnOn(person);
    await setStatus(friend, 'contact_made');
    const second = await turnOn(person);
    await send();
    expect([toDevice(first), toDevice(second)].map(({ length }) => length)).toEqual([0, 1]);
    const other = await makeCustomer(server);
    await turnOn(other, { endpoint: second });
    expect((await person.client.call(routes.ownNotifications)).body).toMatchObject({ isOn: false });
    await turnOn(other, { endpoint: second });
    const audit = `select action from audit_logs where user_id = ? and action like '%notifications'`;
    expect(await server.sql(audit, [other.user.id])).toHaveLength(1);
  });
});

describe('A push service', () => {
  let friend: string;
  let endpoint: string;
  beforeEach(async () => {
    [friend = ''] = await refer(person, 1);
    endpoint = await turnOn(person);
    await setStatus(friend, 'contact_made');
  });

  test('that goes on talking after its answer is not listened to', async () => {
    let said = 0;
    const piece = Buffer.alloc(1_000_000);
    const talk = async function* () {
      for (; said < 1000; said += 1) yield await Promise.resolve(piece);
    };
    const body = Readable.from(talk());
    const over = new Promise((resolve) => body.once('close', resolve));
    service.answer = () => ({ status: 201, body });
    await send();
    await over;
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    // What was on its way already, in buffers of the machine.
    expect(said).toBeLessThan(50);
  });

  test.each([404, 410])('that answers %i ends the subscription', async (status) => {
    service.answer = () => ({ status });
    await send();
    expect(await rows()).toEqual([]);
    expect((await person.client.call(routes.ownNotifications)).body).toMatchObject({ isOn: false });
  });

  test.each([
    [429, { 'retry-after': '600' }, 600],
    [503, { 'retry-after': new Date(Date.now() + 1200_000).toUTCString() }, 1200],
    [500, {}, 120],
  ])(
    'that answers %i is asked again when it says, or later and later',
    async (status, headers, wait) => {
      service.answer = () => ({ status, headers });
      await send();
      const [row] = await rows();
      expect(row).toMatchObject({
        state: 'waiting',
        tries: 1,
        reason: expect.stringContaining(`answered ${status}`),
      });
      expect(row?.wait).toBeGreaterThan(wait - 60);
      expect(row?.wait).toBeLessThan(wait + 60);
      service.answer = () => ({ status: 201 });
      await passTime('30 minutes');
      await send();
      expect(toDevice(endpoint)).toHaveLength(1);
    },
  );

  test.each([400, 401, 403, 413, 301])(
    'that refuses it for good (%i) is not asked again',
    async (status) => {
      service.answer = () => ({ status });
      await send();
      expect(await rows()).toMatchObject([{ state: 'failed', tries: 1 }]);
    },
  );

  test('that is not there is asked again', async () => {
    const nowhere = 'https://localhost:9/push';
    await server.sql('update push_subscriptions set endpoint = ? where endpoint = ?', [
      nowhere,
      endpoint,
    ]);
    await send();
    expect(await rows()).toMatchObject([
      { state: 'waiting', reason: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  test('at a private address is not asked unless the operator allows it', async () => {
    const push = { ...pushTo(service.ca), mayBePrivate: false };
    setUpMail(server.database.orm.em, { push });
    const key = (await person.client.call(routes.ownNotifications)).body.serverKey ?? '';
    const body = { ...service.subscribe(), serverKey: key };
    const refused = await person.client.refuse(routes.turnNotificationsOn, { body });
    await send();
    setUpMail(server.database.orm.em, { push: pushTo(service.ca) });
    expect(refused.body).toMatchObject({
      code: 'invalid',
      fields: { endpoint: expect.stringContaining('public') },
    });
    expect(await rows()).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('public') },
    ]);
    expect(toDevice(endpoint)).toEqual([]);
  });
});

describe('A push service that never answers', () => {
  const released = Promise.withResolvers<void>();
  afterEach(() => {
    service.hold = () => undefined;
  });

  test('holds up no other person’s news, and is asked once at a time for each person', async () => {
    const silent: string[] = [];
    const add = async (one: TestPerson) => void silent.push(await turnOn(one));
    const owner = await makeCustomer(server);
    await add(owner);
    for (let more = 0; more < 2; more += 1) await add(await elsewhere(owner));
    const others = [await makeCustomer(server), await makeCustomer(server)];
    for (const other of others) await add(other);
    service.hold = (endpoint) => (silent.includes(endpoint) ? released.promise : undefined);
    const endpoint = await turnOn(person);
    for (const one of [owner, ...others, person]) {
      const [friend = ''] = await refer(one, 1);
      await setStatus(friend, 'contact_made');
    }
    const giveUp = new AbortController();
    const sending = sendDue(em(), { signal: giveUp.signal });
    await vi.waitUntil(() => toDevice(endpoint).length === 1);
    await vi.waitUntil(() => silent.filter((one) => service.asked.includes(one)).length === 3);
    expect(silent.slice(0, 3).filter((one) => service.asked.includes(one))).toHaveLength(1);
    giveUp.abort();
    await sending;
    released.resolve();
  });
});

test('many senders at once send each device its news once', async () => {
  const endpoints = [await turnOn(person)];
  for (let more = 0; more < 5; more += 1) endpoints.push(await turnOn(await elsewhere(person)));
  for (const friend of await refer(person, 2)) await setStatus(friend, 'contact_made');
  await Promise.all([send(), send(), send()]);
  expect(endpoints.map((endpoint) => toDevice(endpoint).length)).toEqual(endpoints.map(() => 1));
  expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['sent']));
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://[2a00:1450:4001:82b::200e]/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user@fcm.googleapis.com/x', false],
  ['https://localhost/x', false],
  ['https://database/x', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://10.1.2.3/x', false],
  ['https://169.254.169.254/latest', false],
  ['https://100.64.0.1/x', false],
  ['https://0.0.0.0/x', false],
  ['https://[::1]/x', false],
  ['https://[::ffff:10.0.0.1]/x', false],
  ['https://[fd00::1]/x', false],
  ['https://[fe80::1]/x', false],
  ['https://[64:ff9b::a00:1]/x', false],
])('%s may be sent to: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('a name that leads to this machine is not connected to', async () => {
  const found = await new Promise((resolve) =>
    publicLookup('localhost', {}, (error) => resolve(error?.code)),
  );
  expect(found).toBe('EPRIVATE');
});

test('what a browser could not have made is refused', async () => {
  const key = (await person.client.call(routes.ownNotifications)).body.serverKey ?? '';
  const good = { ...service.subscribe(), serverKey: key };
  const notOnTheCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString(
    'base64url',
  );
  for (const changes of [
    { p256dh: notOnTheCurve },
    { p256dh: good.auth },
    { auth: good.p256dh },
    { endpoint: good.endpoint.replace('https', 'http') },
    { serverKey: service.subscribe().p256dh },
  ]) {
    const body = { ...good, ...changes };
    const refused = await person.client.refuse(routes.turnNotificationsOn, { body });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(Object.keys(changes));
  }
});

test('the test reads what RFC 8291 gives as an example', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(open(Buffer.from(body, 'base64url'), { ecdh, auth }).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});
