import { hasSameContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import type { PushRow, Referral } from '@sunloop/shared-types/referrals/referral.ts';
import {
  type CreatedRun,
  type PushAnswer,
  type PushResult,
  storedAs,
} from '@sunloop/shared-types/referrals/sync.ts';
import { ApiError, type NotSentReason, type Problem } from '../../api/problems.ts';
import type { OutboxRow } from '../../data/outbox-kinds.ts';
import type { BlockReason } from '../../data/user-db.ts';

/** The server's answer about one row: done, or refused for what it is. */
export interface RowVerdict {
  id: string;
  isRefused: boolean;
  /** The server already had it: sent before with the answer lost, or from another time. */
  wasStored?: boolean;
  referral?: Referral;
  code?: string;
  error?: string;
}

/** A row that leaves the outbox, as it was sent, and why. */
export interface SettledRow {
  row: OutboxRow;
  verdict: RowVerdict;
}

/** What an answer means for the rows sent; every kind but `stored`, `rejected` and `erased` keeps them queued. */
export type Verdict =
  | {
      kind: 'stored';
      rows: RowVerdict[];
      /** Numbers of the writes whose rows are all among these, to be named in the next list request. */
      pushes?: readonly string[];
      /** Stores what became of rows that are not new referrals, in the transaction that takes them out. */
      keep?: (settled: SettledRow[]) => Promise<void>;
      /** Shows the outcome, also of rows taken back on their way; skipped if the device is full. */
      show?: (settled: SettledRow[]) => Promise<void>;
    }
  | { kind: 'rejected'; code: string; error: string }
  | { kind: 'split' }
  | { kind: BlockReason }
  /** The person was erased on the server: there is nobody left to send for. */
  | { kind: 'erased' }
  | { kind: 'wait'; delayMs: number | undefined }
  /** `delayMs` if our server said when to come back. */
  | { kind: 'not-sent'; reason: NotSentReason; delayMs?: number | undefined }
  | { kind: 'server-error' }
  /** It fails while the server answers others; with `reason` if nobody answered it. */
  | { kind: 'step-behind'; reason?: NotSentReason };

/** An entry on which our server fails this often lets the others pass. */
const SERVER_ERRORS_BEFORE_STEPPING_BEHIND = 3;

/** Statuses by which our server refuses what was sent, not who sent it or when. */
export const REFUSES_DATA: ReadonlySet<number> = new Set([400, 409, 410, 413]);
const MEANS_OLD_APP = new Set([404, 405, 415]);

/** Judges a parsed answer: it counts only if it names the rows that were sent, in their order. */
export function judgeAnswer(answer: PushAnswer, sent: readonly PushRow[], userId: string): Verdict {
  const rows = readRuns(answer, sent, userId);
  const others = sent.flatMap((row, at) => (rows.has(at) ? [] : [{ row, at }]));
  const { results, receipt, storedReceipts = [] } = answer;
  const names =
    results.length === others.length &&
    results.every((result, at) => isAbout(result, others[at]?.row));
  if (!names) return { kind: 'not-sent', reason: 'malformed' };
  for (const [index, { row, at }] of others.entries()) {
    const result = results[index];
    if (result) rows.set(at, judgeRow(row, result));
  }
  const judged = sent.flatMap((_, at) => rows.get(at) ?? []);
  const pushes = [...(receipt === undefined ? [] : [receipt]), ...storedReceipts];
  return { kind: 'stored', rows: judged, ...(pushes.length > 0 && { pushes }) };
}

/** Rows of a brief answer by place; a run that is not about what was sent has none. */
function readRuns(
  { runs = [], added, storedRuns = [] }: PushAnswer,
  sent: readonly PushRow[],
  userId: string,
) {
  const rows = new Map<number, RowVerdict>();
  if (added) {
    for (const run of runs) {
      for (const [place, row] of rowsOf(run, sent)) {
        rows.set(place, { id: row.id, isRefused: false, referral: storedAs(row, userId, added) });
      }
    }
  }
  for (const run of storedRuns) {
    const { date, ...rest } = run.added;
    for (const [place, row] of rowsOf(run, sent)) {
      const referral = storedAs({ ...row, date }, userId, rest);
      rows.set(place, { id: row.id, isRefused: false, wasStored: true, referral });
    }
  }
  return rows;
}

function rowsOf(
  { at, count, firstId, lastId }: CreatedRun,
  sent: readonly PushRow[],
): [place: number, row: PushRow][] {
  const run = sent.slice(at, at + count);
  const isOurs = sameId(firstId, run[0]?.id) && sameId(lastId, run.at(-1)?.id);
  if (run.length !== count || !isOurs) return [];
  return run.map((row, index) => [at + index, row]);
}

function isAbout(result: PushResult, row: PushRow | undefined): boolean {
  return result.id === null ? result.status === 'rejected' : sameId(result.id, row?.id);
}

function sameId(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/**
 * The same person with the same content is there already, under whatever id: typed, in a file, or on another device. With
 * other content it is a duplicate, as in the 409 of a single row: what was typed stays until the person has seen it.
 */
function judgeRow(row: PushRow, result: PushResult): RowVerdict {
  const { id } = row;
  const referral = result.referral && { referral: result.referral };
  const isSame = result.referral !== undefined && hasSameContent(row, result.referral);
  switch (result.status === 'duplicate' && isSame ? 'stored' : result.status) {
    case 'created':
      return { id, isRefused: false, ...referral };
    case 'stored':
      return { id, isRefused: false, wasStored: true, ...referral };
    case 'duplicate':
      return { id, isRefused: true, ...referral, ...refusal(result, 'duplicate_referral') };
    case 'rejected':
      return { id, isRefused: true, ...refusal(result, 'invalid') };
  }
}

const DUPLICATE_TEXT = 'You have already referred this person';
const REFUSED_TEXT = 'The server did not accept this referral';

function refusal({ code, error }: PushResult, fallback: string) {
  const text = fallback === 'duplicate_referral' ? DUPLICATE_TEXT : REFUSED_TEXT;
  return { code: code ?? fallback, error: error ?? text };
}

/**
 * Judges a failed request of `sentRows` rows; `serverErrors` counts the 500s before this one. Status and code decide,
 * never a text.
 */
export function judgeProblem(problem: Problem, sentRows: number, serverErrors = 0): Verdict {
  if (!(problem instanceof ApiError)) return { kind: 'not-sent', reason: problem.reason };
  const { status, code } = problem;
  const ofSession = judgeSession(problem);
  if (ofSession) return ofSession;
  if (REFUSES_DATA.has(status)) {
    return sentRows > 1 ? { kind: 'split' } : { kind: 'rejected', code, error: problem.message };
  }
  if (MEANS_OLD_APP.has(status)) return { kind: 'update-needed' };
  if (status === 429) return { kind: 'wait', delayMs: problem.retryAfterMs };
  if (status === 500) {
    const isThird = serverErrors + 1 >= SERVER_ERRORS_BEFORE_STEPPING_BEHIND;
    return { kind: isThird ? 'step-behind' : 'server-error' };
  }
  return { kind: 'not-sent', reason: 'server-away', delayMs: problem.retryAfterMs };
}

/** What an answer says about the person and their session, whatever was sent. */
function judgeSession({ status, code }: ApiError): Verdict | undefined {
  if (status === 401) return { kind: 'sign-in' };
  if (status === 403 && code === 'inactive') return { kind: 'inactive' };
  // Once the person has chosen a password of their own or added a second factor, the server confirms them as after a sign-in.
  if (status === 403 && /^(password_change|second_factor_setup)_needed$/.test(code))
    return { kind: 'sign-in' };
  if (status === 410 && code === 'account_erased') return { kind: 'erased' };
  if (status === 409 && code === 'user_mismatch') return { kind: 'wrong-user' };
  return undefined;
}
