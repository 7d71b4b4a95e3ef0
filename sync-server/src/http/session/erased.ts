import { EXPECTED_USER_HEADER } from '@sunloop/shared-types/limits.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import * as v from 'valibot';
import { lookUpBy } from '../../db/query/look-up.ts';
import { defineStatement } from '../../db/query/statement.ts';
import type { RequestContext } from '../context.ts';
import { accountErased } from '../errors.ts';

const findErased = lookUpBy(
  defineStatement(
    'find-erased-users',
    'select id as key from users where id = any($1::uuid[]) and erased_at is not null',
  ),
);

/** Whom a call is meant for, in lower case; '' if it does not say. */
export function expectedUserOf(ctx: RequestContext): string {
  return ctx.get(EXPECTED_USER_HEADER).trim().toLowerCase();
}

/**
 * Throws 410 `account_erased` if a device speaks for a person who was erased, so that it forgets
 * what it holds of theirs; its session is gone, or is somebody else's by now. Costs nothing if the
 * session is the expected user's.
 */
export async function refuseErased(ctx: RequestContext): Promise<void> {
  const expected = expectedUserOf(ctx);
  if (expected === ctx.state.signedIn?.userId || !v.is(Id, expected)) return;
  if (await findErased(ctx.state.em, expected)) throw accountErased();
}

/** Those of these users who were erased. */
export async function findErasedAmong(em: RequestContext['state']['em'], ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => findErased(em, id)));
  return ids.filter((_, at) => found[at]);
}
