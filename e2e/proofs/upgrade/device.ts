import { randomUUID } from 'node:crypto';
import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { Referral } from '@sunloop/shared-types/referrals/referral.ts';
import { ReferralDelta } from '@sunloop/shared-types/referrals/sync.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import * as v from 'valibot';
import { makeRows } from '../bench/rows.ts';
import {
  type Call,
  type Caller,
  makeScriptedDevice,
  type ScriptedDevice,
} from '../devices/scripted-device.ts';
import type { ServersInTurn } from './servers-in-turn.ts';

const ROWS_A_ROUND = 20;
const ROUNDS_A_SESSION = 20;

/** What callers were answered: how often each call got each status, and what refusals said. */
export interface Answers {
  readonly counts: Map<string, number>;
  readonly failures: string[];
}

/** A customer's device without a screen: sends, reads what is new since its cursor, and looks at the figures. */
export interface Device extends Pick<ScriptedDevice, 'acknowledged'> {
  /** Goes on until `isOver` says so. */
  run(isOver: () => boolean): Promise<void>;
  /** Ids of rows in which the device and a full read differ. */
  findDifferences(): Promise<string[]>;
}

/** Signs a new customer up and in. */
export async function makeDevice(servers: ServersInTurn, answers: Answers): Promise<Device> {
  const word = randomUUID();
  const credentials = { email: `${word}@upgrade.example`, password: 'correct horse' };
  let cookie = '';
  const ask = async ({ method, path, body }: Call): Promise<Response | undefined> => {
    const name = `${method} ${path.split('?', 1)[0]?.replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
    const headers = { 'Content-Type': 'application/json', Cookie: cookie };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    try {
      const answer = await servers.fetch(path, init);
      const key = `${name} ${answer.status}`;
      answers.counts.set(key, (answers.counts.get(key) ?? 0) + 1);
      if (answer.status >= 400) answers.failures.push(`${key}: ${await answer.clone().text()}`);
      return answer;
    } catch (error) {
      answers.failures.push(`${name}: ${String(error)}`);
      return undefined;
    }
  };
  const call: Caller = async (one) => {
    const answer = await ask(one);
    return answer && { status: answer.status, body: await answer.json(), retryAfterMs: 0 };
  };
  const signIn = async () => {
    const answer = await ask({ method: 'POST', path: routes.logIn.path, body: credentials });
    const cookies = answer?.headers.getSetCookie() ?? [];
    cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
  };
  const newcomer = { username: `U ${word}`, ...credentials };
  const signedUp = await call({ method: 'POST', path: routes.signUp.path, body: newcomer });
  const person = { ...newcomer, ...v.parse(v.object({ id: v.string() }), signedUp?.body) };
  await signIn();
  const device = makeScriptedDevice(person, call, []);
  const figures = [
    routes.stats.path,
    customerRoutes.checkAchievements.path.replace(':userId', person.id),
  ];
  return {
    acknowledged: device.acknowledged,
    async run(isOver) {
      for (let round = 1; !isOver(); round += 1) {
        device.waiting.push(...makeRows(randomUUID(), ROWS_A_ROUND));
        // A push that got no answer is sent again, as the app does.
        while (device.waiting.length > 0) await device.step();
        await device.read();
        for (const path of figures) await call({ method: 'GET', path });
        if (round % ROUNDS_A_SESSION === 0) await signIn();
      }
    },
    async findDifferences() {
      await device.read();
      const path = `${customerRoutes.pullReferrals.path}?since=`;
      const whole = v.parse(ReferralDelta, (await call({ method: 'GET', path }))?.body).upserts;
      const [here, there] = [textsOf(device.list.values()), textsOf(whole)];
      const ids = [...new Set([...here.keys(), ...there.keys(), ...device.acknowledged.keys()])];
      return ids.filter((id) => here.get(id) !== there.get(id) || !there.has(id));
    },
  };
}

const textsOf = (rows: Iterable<Referral>) =>
  new Map(
    [...rows].map(({ id, status, updatedAt, email }) => [id, `${status} ${updatedAt} ${email}`]),
  );
