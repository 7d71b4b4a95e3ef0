import * as v from 'valibot';
import { Email } from '../values/email.ts';
import { readToken, WHOLE_TOKEN } from '../values/read-code.ts';
import type { Route } from '../route.ts';
import { NewPassword } from '../ground/user.ts';
import { Timestamp } from '../values/text.ts';
import { UserSession } from './session.ts';

/** What stands behind the `#` of a link in a message, with whatever a chat or a list put around it. */
const Token = v.pipe(
  v.string('Must be text'),
  v.transform(readToken),
  v.regex(WHOLE_TOKEN, 'This is not the end of a link of ours'),
);

export const PasswordResetWish = v.object({ email: Email });
/** @public named in the OpenAPI document */
export const LinkToken = v.object({ token: Token });
/** Ids of factors (`LinkFactor`) that the person knows; without it, those that are not doubtful stay. */
const Keep = v.optional(v.array(v.string()));
export const PasswordByLink = v.object({ token: Token, password: NewPassword, keep: Keep });
export type PasswordByLink = v.InferOutput<typeof PasswordByLink>;

/** `isMine`: that the account is the person's, said by whoever is not signed in to it. */
export const EmailConfirmation = v.object({ token: Token, isMine: v.optional(v.boolean()) });
export type EmailConfirmation = v.InferOutput<typeof EmailConfirmation>;

/** What else than the password signs in, so that the person says what is theirs. */
export const LinkFactor = v.object({
  /** Of a passkey its id; `codes` for those of an app. */
  id: v.string(),
  /** As its owner called it; null for codes. */
  name: v.nullable(v.string()),
  createdAt: Timestamp,
  lastUsedAt: v.nullable(Timestamp),
  /** Added within 30 days or before the address was confirmed: it ends unless it is kept. */
  isDoubtful: v.boolean(),
});
export type LinkFactor = v.InferOutput<typeof LinkFactor>;

/** Where the account is signed in; all of that ends with the new password. */
const { device, place, lastUsedAt } = UserSession.entries;
const LinkSession = v.object({ device, place, lastUsedAt });

/** What a link is for, so that its page can say it; looking changes nothing. */
export const OpenedLink = v.object({
  kind: v.picklist(['confirm', 'reset', 'invitation', 'undo']),
  /** The address it was sent to. */
  email: v.string(),
  username: v.string(),
  /** Whether whoever opens it is signed in to the account. */
  isOwn: v.optional(v.boolean()),
  /** Of a link that sets a password. */
  factors: v.optional(v.array(LinkFactor)),
  sessions: v.optional(v.array(LinkSession)),
  /** An admin with a second factor: no link opens the account without one. */
  needsFactor: v.optional(v.boolean()),
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
    refusals: [409],
  },
  openLink: {
    method: 'POST',
    path: '/api/links',
    access: 'public',
    body: LinkToken,
    answers: { 200: OpenedLink },
    refusals: [410],
  },
  setPasswordByLink: {
    method: 'POST',
    path: '/api/password-resets/use',
    access: 'public',
    body: PasswordByLink,
    answers: { 204: v.undefined() },
    refusals: [409, 410],
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/email-confirmations/use',
    access: 'public',
    body: EmailConfirmation,
    answers: { 204: v.undefined() },
    refusals: [409, 410],
  },
  askConfirmation: {
    method: 'POST',
    path: '/api/user/email-confirmation',
    access: 'session',
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
