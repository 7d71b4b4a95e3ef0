import { routes, type RouteName } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import type { Mail } from '../../messages/mail/mail-state.ts';
import { findToken } from '../../messages/mail/one-time-links.ts';
import { sendDue } from '../../messages/mail/send.ts';
import type { CallInput, TestClient } from '../client.ts';
import { addPasskey, codeOf, passkeyBody, SoftPasskey, turnCodesOn } from '../factors.ts';
import { makeAdmin, makeCustomer, type TestPerson } from '../people.ts';
import type { PushService } from '../push-service.ts';
import type { SampleWorld } from '../sample-calls.ts';
import { sealForCourier } from '../seal-for-courier.ts';
import type { TestServer } from '../server.ts';

/** Of everybody in the tests. */
export const PASSWORD = 'correct horse';

interface Around {
  readonly server: TestServer;
  readonly world: SampleWorld;
  readonly mail: Mail;
  readonly pushService: PushService;
}

/** A call the server takes, by this client or by whoever the route is for. */
export type GoodCall = () => Promise<CallInput & { readonly client?: TestClient }>;

const person = () => ({ name: 'Ann Lee', email: `${randomUUID()}@example.com` });
const row = () => ({ ...person(), id: randomUUID() });

/** What the server takes, of calls whose sample it refuses because of what is stored. */
export function goodCalls(around: Around): Partial<Record<RouteName, GoodCall>> {
  return { ...signIns(around), ...ownAccounts(around), ...linked(around), ...referred(around) };
}

function signIns({ server }: Around): Partial<Record<RouteName, GoodCall>> {
  return {
    logIn: async () => {
      const { user } = await makeCustomer(server);
      return { body: { email: user.email, password: PASSWORD } };
    },
    logInByPasskey: async () => {
      const passkey = await addPasskey((await makeCustomer(server)).client);
      const client = server.client();
      return { client, body: await passkeyBody(client, passkey) };
    },
    logInByCode: async () => {
      const admin = await makeAdmin(server);
      const { secret } = await turnCodesOn(admin.client);
      const client = server.client();
      const body = { email: admin.user.email, password: PASSWORD };
      await client.refuse(routes.logIn, { body });
      return { client, body: { code: codeOf(secret, 1) } };
    },
    confirmCodes: async () => {
      const { client } = await makeAdmin(server);
      const { secret } = (await client.call(routes.startCodes, { body: {} })).body;
      return { client, body: { code: codeOf(secret) } };
    },
  };
}

function ownAccounts({ server, pushService }: Around): Partial<Record<RouteName, GoodCall>> {
  const byNewcomer =
    (body: object): GoodCall =>
    async () => ({ client: (await makeCustomer(server)).client, body });
  return {
    proveIdentity: byNewcomer({ currentPassword: PASSWORD }),
    eraseAccount: byNewcomer({ currentPassword: PASSWORD }),
    changePassword: byNewcomer({ newPassword: 'another horse' }),
    addPasskey: async () => {
      const { client } = await makeCustomer(server);
      const options = (await client.call(routes.passkeyOptions, { body: {} })).body;
      const credential = await new SoftPasskey(client.origin).make(options);
      return { client, body: { name: 'Phone', credential } };
    },
    endOwnSession: async () => {
      const { client } = await makeCustomer(server);
      const [session] = (await client.call(routes.ownSessions)).body;
      return { client, params: { id: session?.id ?? '' } };
    },
    turnNotificationsOn: async () => {
      const { client } = await makeCustomer(server);
      const { serverKey } = (await client.call(routes.ownNotifications)).body;
      return { client, body: { ...pushService.subscribe(), serverKey } };
    },
  };
}

function linked({ server, mail }: Around): Partial<Record<RouteName, GoodCall>> {
  const tokenOf = async ({ user }: TestPerson, kind: string) => {
    await sendDue(server.database.orm.em.fork());
    const sql = 'select id from one_time_links where user_id = ? and kind = ?';
    const [link] = await server.sql<{ id: string }>(sql, [user.id, kind]);
    return findToken(server.database.orm.em.fork(), mail, link?.id);
  };
  const confirmation = async () => tokenOf(await makeCustomer(server), 'confirm');
  return {
    openLink: async () => ({ body: { token: await confirmation() } }),
    confirmEmail: async () => ({ body: { token: await confirmation(), isMine: true } }),
    setPasswordByLink: async () => {
      const forgetful = await makeCustomer(server);
      const { email } = forgetful.user;
      await server.client().call(routes.askPasswordReset, { body: { email } });
      const token = await tokenOf(forgetful, 'reset');
      return { body: { token, password: 'another horse' } };
    },
  };
}

function referred({ server, world }: Around): Partial<Record<RouteName, GoodCall>> {
  const { client, user } = world.owner;
  const refer = async (referrer: TestPerson) =>
    (await referrer.client.call(routes.addReferral, { body: person() })).body.id;
  return {
    forgetFriend: async () => ({ params: { id: await refer(world.owner) } }),
    forgetPerson: async () => ({
      body: { of: 'referral', id: await refer(await makeCustomer(server)) },
    }),
    addReferral: () => Promise.resolve({ body: person() }),
    pushReferrals: () => Promise.resolve({ body: { referrals: [row(), row()], brief: true } }),
    pushTaken: () => Promise.resolve({ body: { rows: [{ ...row(), for: user.referralCode }] } }),
    deliverHandover: async () => {
      const { handover: credential = '' } = (await client.call(routes.currentUser)).body;
      const sealed = await sealForCourier({ credential, owner: user.id, rows: [row()] });
      return { body: { sealed } };
    },
  };
}
