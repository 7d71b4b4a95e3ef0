import * as v from 'valibot';
import { Email } from '../values/email.ts';
import { isWholeToken, readToken } from '../values/read-code.ts';
import type { Route } from '../route.ts';
import { NewPassword } from '../ground/user.ts';

/** What stands behind the `#` of a link in a message, with whatever a chat or a list put around it. */
const Token = v.pipe(
  v.string('Must be text'),
  v.transform(readToken),
  v.check(isWholeToken, 'This is not the end of a link of ours'),
);

export const PasswordResetWish = v.object({ email: Email });
/** @public named in the OpenAPI document */
export const LinkToken = v.object({ token: Token });
export const PasswordByLink = v.object({ token: Token, password: NewPassword });
export type PasswordByLink = v.InferOutput<typeof PasswordByLink>;

/** What a link is for, so that its page can say it; looking changes nothing. */
export const OpenedLink = v.object({
  kind: v.picklist(['confirm', 'reset', 'invitation', 'undo']),
  /** The address it was sent to. */
  email: v.string(),
  username: v.string(),
});
export type OpenedLink = v.InferOutput<typeof OpenedLink>;

/** Links in messages: a forgotten password, an invitation, a confirmed address (API.md, Links in messages). */
export const linkRoutes = {
  askPasswordReset: {
    method: 'POST',
    path: '/api/password-resets',
    access: 'public',
    body: PasswordResetWish,
    answers: { 204: v.undefined() },
  },
  openLink: {
    method: 'POST',
    path: '/api/links',
    access: 'public',
    body: LinkToken,
    answers: { 200: OpenedLink },
  },
  setPasswordByLink: {
    method: 'POST',
    path: '/api/password-resets/use',
    access: 'public',
    body: PasswordByLink,
    answers: { 204: v.undefined() },
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/email-confirmations/use',
    access: 'public',
    body: LinkToken,
    answers: { 204: v.undefined() },
  },
  askConfirmation: {
    method: 'POST',
    path: '/api/user/email-confirmation',
    access: 'session',
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
