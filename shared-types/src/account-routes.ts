import * as v from 'valibot';
import { ErasedAnswer, ErasedQuestion, Erasure, PersonExport } from './person-export.ts';
import type { Route } from './route.ts';

/**
 * Exporting and erasing everything held about a person; a separate group, because it is used once in a
 * lifetime.
 */
export const accountRoutes = {
  exportAccount: {
    method: 'GET',
    path: '/api/user/export',
    access: 'session',
    answers: { 200: PersonExport },
    hasEtag: false,
  },
  eraseAccount: {
    method: 'POST',
    path: '/api/user/erase',
    access: 'session',
    body: Erasure,
    answers: { 204: v.undefined() },
  },
  /** A device asks about users who are not signed in there but whose rows it still holds. */
  askErased: {
    method: 'POST',
    path: '/api/erased',
    access: 'public',
    body: ErasedQuestion,
    answers: { 200: ErasedAnswer },
  },
} as const satisfies Record<string, Route>;
