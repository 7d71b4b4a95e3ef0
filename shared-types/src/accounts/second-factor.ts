import * as v from 'valibot';
import { TOUCHED_BY } from '../referrals/admin-touches.ts';
import { SECOND_FACTOR_CODE_MAX } from '../limits.ts';
import { ConfirmedAct, GivenCredential } from './passkey.ts';
import type { Route } from '../route.ts';
import { ById, text, Timestamp } from '../values/text.ts';
import { CurrentPassword, CurrentUser } from '../ground/user.ts';

/** Whether admins need a second factor: `recommended` reminds, `required` asks for one at the next sign-in. */
export const SECOND_FACTOR_SETTING = 'security.admin_second_factor';

/** A code of the app (six digits), or a recovery code with or without its dashes. */
export const SecondFactorCode = v.object({
  code: text(1, SECOND_FACTOR_CODE_MAX, 'A code is required'),
});
export type SecondFactorCode = v.InferOutput<typeof SecondFactorCode>;

/** What an admin has besides the password. */
export const OwnSecondFactor = v.object({
  /** Since when codes are on; null if they are not. */
  codesSince: v.nullable(Timestamp),
  recoveryCodes: v.number(),
  passkeys: v.number(),
});
export type OwnSecondFactor = v.InferOutput<typeof OwnSecondFactor>;

/** Base32, and the same as an `otpauth://` address, which apps read from a QR code. */
export const CodesSecret = v.object({ secret: v.string(), address: v.string() });
export type CodesSecret = v.InferOutput<typeof CodesSecret>;

/** Shown once: only their hashes are stored. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;

/** By which a person says again who they are: their password or one of their passkeys. */
export const Proof = v.object({
  currentPassword: CurrentPassword,
  credential: v.optional(GivenCredential),
});
export type Proof = v.InferOutput<typeof Proof>;

/** Codes and recovery codes, which are for admins (API.md, Second factor), and who it is, of which only their acts ask. */
export const adminSecondFactorRoutes = {
  logInByCode: {
    method: 'POST',
    path: '/api/login/code',
    access: 'public',
    body: SecondFactorCode,
    answers: { 200: CurrentUser },
    refusals: [401, 410],
  },
  proveIdentity: {
    method: 'POST',
    path: '/api/user/proof',
    access: 'session',
    body: Proof,
    answers: { 204: v.undefined() },
  },
  ownSecondFactor: {
    method: 'GET',
    path: '/api/admin/second-factor',
    access: 'admin',
    answers: { 200: OwnSecondFactor },
  },
  startCodes: {
    method: 'POST',
    path: '/api/admin/second-factor/codes',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.secondFactor,
    body: ConfirmedAct,
    answers: { 200: CodesSecret },
  },
  confirmCodes: {
    method: 'POST',
    path: '/api/admin/second-factor/codes/confirm',
    access: 'admin',
    touches: TOUCHED_BY.secondFactor,
    body: SecondFactorCode,
    answers: { 200: RecoveryCodes },
  },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/admin/second-factor/recovery-codes',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.secondFactor,
    body: ConfirmedAct,
    answers: { 200: RecoveryCodes },
  },
  removeCodes: {
    method: 'POST',
    path: '/api/admin/second-factor/codes/remove',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.secondFactor,
    body: ConfirmedAct,
    answers: { 204: v.undefined() },
  },
  resetSecondFactor: {
    method: 'POST',
    path: '/api/admin/users/:id/reset-second-factor',
    access: 'admin',
    asksAgain: true,
    touches: TOUCHED_BY.secondFactor,
    params: ById,
    body: ConfirmedAct,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
