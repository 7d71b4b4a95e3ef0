import * as v from 'valibot';
import { PROFILE_BODY_LIMIT_BYTES } from '../limits.ts';
import type { Route } from '../route.ts';
import { EndSessionsQuery, UserSession } from './session.ts';
import { ById } from '../values/text.ts';
import { CurrentUser, LogIn, PasswordChange, ProfileChange, SignUp } from '../ground/user.ts';

const nothing = v.undefined();

/** Signing in and out, and one's own account (API.md, Session). */
export const sessionRoutes = {
  signUp: {
    method: 'POST',
    path: '/api/signup',
    access: 'public',
    body: SignUp,
    answers: { 201: CurrentUser },
    refusals: [409],
  },
  logIn: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    body: LogIn,
    answers: { 200: CurrentUser },
    refusals: [401],
  },
  logOut: { method: 'POST', path: '/api/logout', access: 'public', answers: { 204: nothing } },
  currentUser: {
    method: 'GET',
    path: '/api/user',
    access: 'session',
    answers: { 200: CurrentUser },
  },
  changeProfile: {
    method: 'PATCH',
    path: '/api/user/profile',
    access: 'session',
    body: ProfileChange,
    answers: { 200: CurrentUser },
    bodyLimitBytes: PROFILE_BODY_LIMIT_BYTES,
  },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'session',
    asksAgain: true,
    body: PasswordChange,
    answers: { 204: nothing },
  },
  ownSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'session',
    answers: { 200: v.array(UserSession) },
  },
  endOwnSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'session',
    query: EndSessionsQuery,
    answers: { 204: nothing },
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'session',
    params: ById,
    answers: { 204: nothing },
  },
} as const satisfies Record<string, Route>;
