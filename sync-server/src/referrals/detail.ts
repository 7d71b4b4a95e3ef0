import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { AdminReferralDetail } from '@sunloop/shared-types/referrals/admin-referral-detail.ts';
import { notFound } from '../http/errors.ts';
import { findEventsOf } from '../ground/audit/queries.ts';
import { findOpenRungs } from '../program/rewards/program.ts';
import { findCallsTo, findLead } from './calls/queries.ts';
import { findDefaultCountry } from '../ground/settings/queries.ts';
import { findMarkOf } from './do-not-contact/marks.ts';
import { findCase } from './cases/find-case.ts';
import { presentCase } from './cases/present-case.ts';
import { findAdminReferral } from './queries.ts';
import { findOnBehalfInfo } from './on-behalf/queries.ts';

/** A referral with what it would pay, what admins did to it and who else may have referred the person; throws 404. */
export async function findAdminReferralDetail(
  em: SqlEntityManager,
  id: string,
): Promise<AdminReferralDetail> {
  const referral = await findAdminReferral(em, id);
  if (!referral) throw notFound('There is no such referral');
  const events = await findEventsOf(em, { entity: 'referral', entityId: id });
  const found = await findCase(em, id);
  const duplicates = (found?.members ?? []).filter((one) => one.userId !== referral.userId);
  const isUndecided = duplicates.length > 0 && !found?.decided.has(id);
  const isOpen = referral.status !== 'completed';
  const rung = isOpen ? ((await findOpenRungs(em, referral.userId)).get(id) ?? null) : null;
  const [calls, lead] = [await findCallsTo(em, id), await findLead(em, id)];
  const doNotContact = await findMarkOf(em, referral, await findDefaultCountry(em));
  const taken = await findOnBehalfInfo(em, id);
  return {
    referral,
    rung,
    doNotContact,
    events,
    duplicates,
    isUndecided,
    case: found ? await presentCase(em, found) : null,
    calls,
    lead,
    taken,
  };
}
