import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { OpenLink } from '../../messages/mail/one-time-links.ts';
import { forgetProposedCodes, turnUnknownCodesOn } from '../second-factor/codes.ts';
import { endFactors, findFactors, hasAny, listFactors } from '../second-factor/find-factors.ts';
import type { UserEntity } from '../../ground/users/entities.ts';

/** The factors of a link's user, of which the doubtful ones may be somebody else's. */
export function listLinkFactors(em: SqlEntityManager, { kind, userId, createdAt }: OpenLink) {
  return listFactors(em, { userId, undoes: kind === 'undo' ? createdAt : null });
}

/**
 * Ends the second factors that somebody else may have added, before a link sets a password and confirms its address: those
 * that are not among `keep`, or, if the page could not ask for them, the doubtful ones.
 *
 * A customer's are ways in beside the password. An admin's stand between the mailbox and everybody's data, so no link opens the
 * account without one: if none is left, the account waits for another admin's reset.
 */
export async function endUnknownFactors(
  tx: SqlEntityManager,
  { id, role }: UserEntity,
  { link, keep }: { link: OpenLink; keep: readonly string[] | undefined },
): Promise<void> {
  const factors = await listLinkFactors(tx, link);
  const isKnown = (factor: (typeof factors)[number]) =>
    keep ? keep.includes(factor.id) : !factor.isDoubtful;
  const ended = factors.filter((factor) => !isKnown(factor)).map((factor) => factor.id);
  await endFactors(tx, id, ended);
  await forgetProposedCodes(tx, id);
  const hasLost = ended.length > 0 && !hasAny(await findFactors(tx, id));
  if (role === 'admin' && hasLost) await turnUnknownCodesOn(tx, id);
}
