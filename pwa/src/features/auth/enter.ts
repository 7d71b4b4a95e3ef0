import { sessionRoutes, type LogIn, type SignUp, type User } from '@sunloop/shared-types';
import { call } from '../../api/client.ts';
import { errorFields } from '../../api/error-fields.ts';
import { isProblem } from '../../api/problems.ts';
import { settleSignOut, signIn } from '../../sync/session.ts';

/** How an attempt to get in ended; `fields` are messages by field name. */
export type EntryOutcome =
  { isIn: true; user: User } | { isIn: false; message: string; fields: Record<string, string> };

/** Private windows and full disks: without storage nothing could be saved offline either. */
const NO_STORAGE_TEXT =
  'This browser did not let Sunloop store anything on this device. Try a window that is not private.';

async function enter(send: () => Promise<{ data: User }>): Promise<EntryOutcome> {
  try {
    // A sign-out still on its way would end the new session.
    await settleSignOut();
    const { data: user } = await send();
    await signIn(user);
    return { isIn: true, user };
  } catch (error) {
    if (isProblem(error))
      return { isIn: false, message: error.message, fields: errorFields(error) };
    console.error('The session could not be kept on this device:', error);
    return { isIn: false, message: NO_STORAGE_TEXT, fields: {} };
  }
}

/** Signs an existing person in on the server and then on this device. */
export function logIn(body: LogIn): Promise<EntryOutcome> {
  return enter(() => call(sessionRoutes.logIn, { body }));
}

/** Makes an account and signs it in. */
export function signUp(body: SignUp): Promise<EntryOutcome> {
  return enter(() => call(sessionRoutes.signUp, { body }));
}
