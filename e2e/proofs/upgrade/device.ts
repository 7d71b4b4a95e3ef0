import { randomUUID } from 'node:crypto';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import type { ServersInTurn } from './servers-in-turn.ts';

const ROWS_A_PUSH = 20;

/** What callers were answered: how often each call got each status, and what refusals said. */
export interface Answers {
  readonly counts: Map<string, number>;
  readonly failures: string[];
}

/** A customer's device without a screen: sends, reads what is new since its cursor, and looks at the figures. */
export interface Device {
  /** Ids of the rows that the server has confirmed. */
  readonly acknowledged: ReadonlySet<string>;
  /** Goes on until `isOver` says so. */
  run(isOver: () => boolean): Promise<void>;
  /** Ids of rows in which the device and a full read differ. */
  findDifferences(): Promise<string[]>;
}

/** Signs a new customer up and in. */
export async function makeDevice(servers: ServersInTurn, answers: Answers): Promise<Device> {
  const word = randomUUID();
  const email = `${word}@upgrade.example`;
  const password = 'correct horse';
  let cookie = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const name = `${method} ${path.split('?', 1)[0]?.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    const init =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await servers.fetch(path, init).catch((error: unknown) => {
      answers.failures.push(`${name}: ${String(error)}`);
      throw error;
    });
    const key = `${name} ${answer.status}`;
    answers.counts.set(key, (answers.counts.get(key) ?? 0) + 1);
    if (answer.status >= 400) answers.failures.push(`${key}: ${await answer.clone().text()}`);
    return answer;
  };
  const signIn = async () => {
    const answer = await call('POST', routes.logIn.path, { email, password });
    cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
  };
  const signedUp = await call('POST', routes.signUp.path, {
    username: `U ${word}`,
    email,
    password,
  });
  const { id } = v.parse(v.object({ id: v.string() }), await signedUp.json());
  await signIn();

  const acknowledged = new Set<string>();
  const held = new Map<string, string>();
  let cursor = '';
  const read = async (since: string) => {
    const path = `${customerRoutes.pullReferrals.path}?since=${encodeURIComponent(since)}`;
    return v.parse(ReferralDelta, await (await call('GET', path)).json());
  };
  const textOf = ({ status, updatedAt, email: of }: Referral) => `${status} ${updatedAt} ${of}`;
  const pull = async () => {
    const delta = await read(cursor);
    if (delta.full) held.clear();
    for (const row of delta.upserts) held.set(row.id, textOf(row));
    for (const gone of delta.deletes) held.delete(gone);
    cursor = delta.cursor;
  };
  const push = async () => {
    const referrals = Array.from({ length: ROWS_A_PUSH }, () => {
      const row = randomUUID();
      return {
        id: row,
        name: 'Friend',
        email: `${row}@friend.example`,
        phone: '5550100',
        date: new Date().toISOString(),
      };
    });
    // A push that got no answer is sent again, as the app does.
    let answer: Response | undefined;
    while (answer?.status !== 200) {
      answer = await call('POST', customerRoutes.pushReferrals.path, { referrals }).catch(
        () => undefined,
      );
    }
    for (const row of referrals) acknowledged.add(row.id);
  };
  return {
    acknowledged,
    async run(isOver) {
      for (let round = 0; !isOver(); round += 1) {
        await push();
        await pull();
        await call('GET', routes.stats.path);
        await call('GET', customerRoutes.checkAchievements.path.replace(':userId', id));
        if (round % 20 === 19) await signIn();
      }
    },
    async findDifferences() {
      await pull();
      const whole = new Map((await read('')).upserts.map((row) => [row.id, textOf(row)]));
      const ids = [...new Set([...held.keys(), ...whole.keys(), ...acknowledged])];
      return ids.filter((one) => held.get(one) !== whole.get(one) || !whole.has(one));
    },
  };
}
