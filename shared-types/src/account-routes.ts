import * as v from 'valibot';
import { ErasedAnswer, ErasedQuestion, Erasure, PersonExport } from './person-export.ts';
import type { Route } from './route.ts';

/** What a person may have done with all that is held about them; apart, for it is asked for once in a lifetime. */
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
  /** A device asks about those who are not signed in there and whose rows it still holds. */
  askErased: {
    method: 'POST',
    path: '/api/erased',
    access: 'public',
    body: ErasedQuestion,
    answers: { 200: ErasedAnswer },
  },
} as const satisfies Record<string, Route>;
