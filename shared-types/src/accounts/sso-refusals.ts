import * as v from 'valibot';

/** Why somebody whom the identity provider knows was turned away, and what the office or the operator can do about it. */
const SSO_REFUSALS = {
  unverified:
    'the provider does not say that their address is verified. Have it verified there; if it verifies every address and never ' +
    'says so, as Microsoft Entra does, set OIDC_VERIFIED_BY',
  taken: 'their account belongs to another identity there. Reset Password in the desk separates it',
  admin:
    'they are admins here and the provider does not say so. Set OIDC_ADMIN_CLAIM, or give them the claim',
  weak:
    'they are admins, and the provider does not say that they used a second factor. Require one there, and compare OIDC_FACTOR_CLAIM ' +
    'with what it sends',
  inactive: 'their account is inactive',
  erased: 'their account was erased',
  stale:
    'they were to show again who they are, and the provider did not ask them or does not say when it did. Let it send auth_time in ' +
    'the ID token, an optional claim of Microsoft Entra',
  refused: 'they turned back at the provider, or it did not let them in',
  invalid:
    'the answer could not be trusted: compare OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and the clocks',
  away: 'the provider did not answer',
} as const;
type SsoRefusal = keyof typeof SSO_REFUSALS;

/** Whether a reason is counted. */
export const isSsoRefusal = (fault: string): fault is SsoRefusal =>
  Object.hasOwn(SSO_REFUSALS, fault);

/** How many sign-ins were turned away for a reason; another build may count more reasons. */
export const SsoRefusals = v.array(v.object({ fault: v.string(), count: v.number() }));
export type SsoRefusals = v.InferOutput<typeof SsoRefusals>;

/** A reason in words. */
export const ssoRefusalWords = (fault: string): string =>
  isSsoRefusal(fault) ? SSO_REFUSALS[fault] : fault;
