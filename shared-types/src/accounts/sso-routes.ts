import * as v from 'valibot';
import type { Route } from '../route.ts';

/** Why somebody who came back from the identity provider was not signed in; `/sso/` and this is a page that says it in words. */
export type SsoFault =
  | 'off'
  | 'away'
  | 'ended'
  | 'refused'
  | 'invalid'
  | 'unverified'
  | 'taken'
  | 'admin'
  | 'weak'
  | 'inactive'
  | 'erased'
  | 'stale'
  | 'busy';

const nothing = v.undefined();

/** Single sign-on: pages a browser opens, which lead on (API.md, Single sign-on). */
export const ssoRoutes = {
  startSso: {
    method: 'GET',
    path: '/api/sso/start',
    access: 'public',
    query: v.object({ to: v.optional(v.string()), again: v.optional(v.literal('true')) }),
    answers: { 302: nothing },
    hasEtag: false,
  },
  finishSso: {
    method: 'GET',
    path: '/api/sso/callback',
    access: 'public',
    answers: { 302: nothing },
    hasEtag: false,
  },
} as const satisfies Record<string, Route>;
