import { routes } from '@sunloop/shared-types/routes.ts';
import { randomUUID } from 'node:crypto';
import { aCall } from './calls.ts';
import { addPasskeyRow } from './factors.ts';
import { makeAdmin, makeCustomer, type TestPerson } from './people.ts';
import { avatarOf } from './pictures.ts';
import type { TestServer } from './server.ts';

/** A customer who has left traces everywhere a person can, and what identifies them. */
export interface KnownPerson extends TestPerson {
  readonly password: string;
  readonly admin: TestPerson;
  readonly paidId: string;
  readonly openId: string;
  readonly deletedId: string;
  /** Words that name the person or those they referred: none may be left after erasing. */
  readonly marks: readonly string[];
}

/** Makes one with referrals in every state, a call, a payout, a changed profile, sign-ins, quotes and a picture. */
export async function makeKnownPerson(server: TestServer): Promise<KnownPerson> {
  const word = randomUUID().slice(0, 8);
  const password = 'correct horse';
  const admin = await makeAdmin(server);
  const own = await makeCustomer(server, { phone: `phone-${word}`, address: `home-${word}` });
  const { client } = own;
  const refer = async (name: string) => {
    const contact = { phone: `call-${word}`, address: `street-${word}` };
    const body = { name: `${name}-${word}`, email: `${name}-${word}@friends.example`, ...contact };
    return (await client.call(routes.addReferral, { body })).body.id;
  };
  const [paidId, openId, deletedId] = [
    await refer('paid'),
    await refer('open'),
    await refer('gone'),
  ];
  for (const id of [paidId, deletedId]) {
    const input = { params: { id }, body: { status: 'completed' } };
    await admin.client.call(routes.changeReferralStatus, input);
  }
  await admin.client.call(routes.deleteReferral, { params: { id: deletedId } });
  const note = { note: `said-${word}`, isShared: true };
  await admin.client.call(routes.actOnReferrals, {
    body: { acts: [aCall(openId, 'no_answer', note)] },
  });
  const lines = (await client.call(routes.rewardHistory)).body.map(({ id }) => id);
  await admin.client.call(routes.markPayouts, { body: { ids: lines, isPaid: 'true' } });
  await addPasskeyRow(server, own.user.id, `key-${word}`);
  const browser = { 'User-Agent': `browser-${word}` };
  const names = {
    username: `name-${word}`,
    email: `mail-${word}@example.com`,
    avatar: avatarOf('png'),
  };
  await client.call(routes.changeProfile, { body: names, headers: browser });
  await server.sql('update users set email_confirmed_at = now() where id = ?', [own.user.id]);
  const renamed = { body: { address: `villa-${word}; role: customer → admin` } };
  await admin.client.call(routes.changeUser, { params: { id: own.user.id }, ...renamed });
  for (const wrong of ['wrong', password]) {
    const body = { email: names.email, password: wrong };
    const call = { body, headers: browser };
    if (wrong === password) await client.call(routes.logIn, call);
    else await client.refuse(routes.logIn, call);
  }
  const wish = { name: `self-${word}`, phone: `tel-${word}`, message: `note-${word}` };
  const quote = { ...wish, email: names.email.toUpperCase(), address: `roof-${word}` };
  await server.client().call(routes.requestQuote, { body: quote });
  const user = (await client.call(routes.currentUser)).body;
  const marks = [word, word.toUpperCase(), own.user.username, own.user.email];
  return { ...own, user, password, admin, paidId, openId, deletedId, marks };
}
