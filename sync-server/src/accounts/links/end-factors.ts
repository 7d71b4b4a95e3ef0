import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { turnUnknownCodesOn } from '../second-factor/codes.ts';
import {
  endFactorsBeforeConfirmed,
  endFactorsSince,
  findFactors,
  hasAny,
} from '../second-factor/find-factors.ts';
import type { OpenLink } from '../../messages/mail/one-time-links.ts';
import type { UserEntity } from '../../ground/users/entities.ts';

/**
 * Ends the second factors that somebody else may have added, before the link sets a password and confirms its address.
 *
 * A customer's are ways in beside the password: those from before the address was theirs end, and by a way back those since the
 * change it undoes. An admin's stand between the mailbox and everybody's data, so no link opens the account without one:
 * a way back that takes the only one away leaves the account to another admin's reset.
 */
export async function endDoubtfulFactors(
  tx: SqlEntityManager,
  user: UserEntity,
  link: OpenLink,
): Promise<void> {
  const isUndo = link.kind === 'undo';
  const hadAny = hasAny(await findFactors(tx, user.id));
  if (isUndo) await endFactorsSince(tx, link);
  if (user.role !== 'admin') {
    if (!isUndo || !user.emailConfirmedAt) await endFactorsBeforeConfirmed(tx, user.id);
    return;
  }
  if (hadAny && !hasAny(await findFactors(tx, user.id))) await turnUnknownCodesOn(tx, user.id);
}
