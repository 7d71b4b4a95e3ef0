import { customerRoutes } from '@sunloop/shared-types/referrals/customer-routes.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import {
  checksumOf,
  type PushAnswer,
  type ReferralDelta,
  storedAs,
} from '@sunloop/shared-types/referrals/sync.ts';
import type { Person } from '../../fixtures/people.ts';

/** An answer of the server itself. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** How long it asks to wait; 0 if it does not. */
  readonly retryAfterMs: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

/** A call with a session; nothing if no answer of the server came, as the app sees it. */
export type Caller = (call: Call) => Promise<Answer | undefined>;

const BATCH_ROWS = 20;
/** A read after so many batches. */
const READ_EVERY = 3;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 5000;

/** A scripted device: without a browser it keeps what it is told and sends what waits, as the app does. */
export interface ScriptedDevice {
  readonly person: Person;
  readonly call: Caller;
  /** What the server acknowledged, by id. */
  readonly acknowledged: Map<string, Referral>;
  /** What it shows. */
  readonly list: Map<string, Referral>;
  /** Rows that wait. */
  readonly waiting: PushRow[];
  /** How many rows it sent again because the server had lost them. */
  readonly found: { healed: number };
  /** Sends a batch or reads; resolves with the pause the server asked for or the failure needs, in milliseconds. */
  step(): Promise<number>;
  /** Reads what changed; resolves with whether it got an answer and needs nothing more. */
  read(): Promise<boolean>;
  /** Sends these rows; those without an answer wait. */
  push(rows: readonly PushRow[]): Promise<number>;
}

export function makeScriptedDevice(
  person: Person,
  call: Caller,
  rows: readonly PushRow[],
): ScriptedDevice {
  const waiting = [...rows];
  const acknowledged = new Map<string, Referral>();
  const list = new Map<string, Referral>();
  const found = { healed: 0 };
  let cursor = '';
  let steps = 0;
  let pauseMs = 0;

  const back = () => (pauseMs = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, pauseMs * 2)));
  const settle = (status: number | undefined, retryAfterMs = 0) => {
    if (status === 200) pauseMs = 0;
    else back();
    return Math.max(pauseMs * (1 + Math.random()), retryAfterMs);
  };

  const push = async (batch: readonly PushRow[]) => {
    const body = { referrals: batch, brief: true, briefStored: true };
    const answer = await call({ method: 'POST', path: customerRoutes.pushReferrals.path, body });
    if (answer?.status === 200) {
      for (const referral of storedOf(batch, person.id, answer.body as PushAnswer)) {
        acknowledged.set(referral.id, referral);
        list.set(referral.id, referral);
      }
    } else waiting.push(...batch);
    return settle(answer?.status, answer?.retryAfterMs);
  };

  const takeWhole = ({ upserts, deletes }: ReferralDelta) => {
    list.clear();
    for (const referral of upserts) list.set(referral.id, referral);
    const told = new Set([...list.keys(), ...deletes]);
    for (const [id, referral] of acknowledged) {
      if (told.has(id)) continue;
      found.healed += 1;
      acknowledged.delete(id);
      waiting.push(rowOf(referral));
    }
  };

  /** Whether all is told; if not, everything is asked for next. */
  const take = (delta: ReferralDelta): boolean => {
    if (delta.full) takeWhole(delta);
    else {
      for (const row of delta.upserts) {
        const known = list.get(row.id);
        if (!known || row.updatedAt > known.updatedAt) list.set(row.id, row);
      }
      for (const id of delta.deletes) list.delete(id);
    }
    const { full, checksum } = delta;
    // An older server does not say.
    const isWhole = full || checksum === undefined || checksum === checksumOf([...list.keys()]);
    cursor = isWhole ? delta.cursor : '';
    return isWhole;
  };

  const readOnce = async () => {
    const path = `${customerRoutes.pullReferrals.path}?since=${encodeURIComponent(cursor)}`;
    const answer = await call({ method: 'GET', path });
    const isDone = answer?.status === 200 && take(answer.body as ReferralDelta);
    return { isDone, waitMs: settle(answer?.status, answer?.retryAfterMs) };
  };

  return {
    person,
    call,
    acknowledged,
    list,
    waiting,
    found,
    push,
    async step() {
      steps += 1;
      if (waiting.length === 0 || steps % READ_EVERY === 0) return (await readOnce()).waitMs;
      return push(waiting.splice(0, BATCH_ROWS));
    },
    read: async () => (await readOnce()).isDone,
  };
}

const rowOf = ({ id, name, email, phone, date }: Referral): PushRow => {
  return { id, name, email, phone, date };
};

/** The referrals an answer tells of, those it leaves out because they are as they were sent among them. */
function storedOf(rows: readonly PushRow[], userId: string, answer: PushAnswer): Referral[] {
  const { results, runs = [], storedRuns = [], added } = answer;
  const created = runs.flatMap(({ at, count }) =>
    added ? rows.slice(at, at + count).map((row) => storedAs(row, userId, added)) : [],
  );
  const stored = storedRuns.flatMap((run) =>
    rows
      .slice(run.at, run.at + run.count)
      .map((row) => storedAs({ ...row, date: run.added.date }, userId, run.added)),
  );
  return [...created, ...stored, ...results.flatMap(({ referral }) => referral ?? [])];
}
