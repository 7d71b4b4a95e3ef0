import { sessionRoutes } from '@sunloop/shared-types/accounts/session-routes.ts';
import type { CurrentUser, LogIn, SignUp } from '@sunloop/shared-types/ground/user.ts';
import { programmeRoutes } from '@sunloop/shared-types/program/program-routes.ts';
import { call } from '@sunloop/engine/api/client.ts';
import { errorFields } from '@sunloop/engine/api/error-fields.ts';
import { noteFirstVisit } from './first-visit.ts';
import { ApiError, isProblem, NotSent, type Problem } from '@sunloop/engine/api/problems.ts';
import { readQuotes } from '@sunloop/engine/quotes.ts';
import { loadPart } from '../../ui/layers/lazy-part.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { settleSignOut, signIn } from '@sunloop/engine/session.ts';

/**
 * How an attempt to sign in or up ended; `fields` are messages by field name, or with a `Step` by what it goes on by. If not
 * `isKept`, a private window or a full disk stored nothing, and the person has only the server.
 */
export type EntryOutcome =
  | { isIn: true; user: CurrentUser; isKept: boolean }
  | { isIn: false; message: string; fields: Record<string, string>; Step?: Step };

type Step = Awaited<ReturnType<typeof loadStep>>;

/** What follows an admin's right password; only admins load it. */
const loadStep = async () => (await loadPart(() => import('./second-step.tsx'))).SecondStep;

/** Signs in on the server by `send`, and then on this device. */
export async function enter(
  send: () => Promise<{ data: CurrentUser }>,
  { fallback, isNew = false }: { fallback: string; isNew?: boolean },
): Promise<EntryOutcome> {
  try {
    // A sign-out still owed would end the new session.
    await isDone(settleSignOut());
    const { data: user } = await send();
    const isKept = await isDone(signIn(user));
    if (isKept) noteFirstVisit(isNew ? user.id : '');
    return { isIn: true, user, isKept };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const outcome = { message: wordsOf(error, fallback), fields: errorFields(error) };
    const isHalf = error instanceof ApiError && error.code === 'second_factor_needed';
    return { isIn: false, ...outcome, ...(isHalf && { Step: await loadStep() }) };
  }
}

/** SPEC §8: the error field, else the raw text, else the fallback; if our server did not answer, the reason. */
function wordsOf(error: Problem, fallback: string): string {
  const said = error instanceof NotSent ? error.rawText : error.message;
  return said === undefined ? error.message : said.trim() || fallback;
}

/** Whether the device did it; a refusal is no reason to keep the person out. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isProblem(error)) throw error;
    console.warn('This device does not store the session:', error);
    return false;
  }
}

/** Signs an existing person in on the server and then on this device. */
export function logIn(body: LogIn): Promise<EntryOutcome> {
  return enter(() => call(sessionRoutes.logIn, { body }), { fallback: 'Invalid credentials' });
}

/** Creates an account, which follows what was asked for on this device, and signs it in. */
export async function signUp(body: SignUp): Promise<EntryOutcome> {
  const requestIds = await readRequestIds();
  const send = () => call(sessionRoutes.signUp, { body: { ...body, requestIds } });
  return enter(send, { fallback: 'Registration failed', isNew: true });
}

/** The requests for a quote that were sent from this device; none if it stores nothing. */
async function readRequestIds(): Promise<string[]> {
  try {
    const quotes = await readQuotes();
    return quotes.flatMap(({ receipt }) => receipt?.id ?? []);
  } catch (error) {
    console.warn('This device keeps no requests:', error);
    return [];
  }
}

/**
 * Leaves the app for the identity provider, which leads back to the path `to`; with `again` the person shows there who they are,
 * also if it knows them. Says why not if nothing answers.
 */
export async function leaveForProvider(to: string, again?: 'true'): Promise<void> {
  try {
    // A sign-out still owed would end the new session.
    await isDone(settleSignOut());
    // Without a connection the browser would have only its own words.
    await call(programmeRoutes.programme, {});
    const query = new URLSearchParams({ to, ...(again && { again }) });
    window.location.assign(`/api/sso/start?${query.toString()}`);
  } catch (error) {
    if (!isProblem(error)) throw error;
    showToast({ title: 'Login failed', description: error.message, variant: 'destructive' });
  }
}
