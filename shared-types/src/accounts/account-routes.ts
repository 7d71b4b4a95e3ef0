import * as v from 'valibot';
import { ErasedAnswer, ErasedQuestion, Erasure } from './erasure.ts';
import type { Route } from '../route.ts';

/** Everything held about a person, as a file. */
export const EXPORT_PATH = '/api/user/export';

/**
 * Erasing everything held about a person; a separate group, because it is used once in a
 * lifetime.
 */
export const accountRoutes = {
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
