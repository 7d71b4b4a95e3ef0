import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { CaseMember, ReferralCase } from '@sunloop/shared-types/referrals/cases.ts';
import { findEventsOf } from '../../ground/audit/queries.ts';
import { findCallsTo } from '../calls/queries.ts';
import type { Case } from './find-case.ts';
import { findFirstCome, propose } from './propose.ts';

/** A case as the desk shows it: all histories side by side; null for a referral that nobody else made and nothing is decided about. */
export async function presentCase(em: SqlEntityManager, found: Case): Promise<ReferralCase | null> {
  const { members, firstReceived, decided, paidElsewhere } = found;
  const isShared = members.some(({ share }) => (share ?? null) !== null);
  if (members.length < 2 && !isShared) return null;
  const shown: CaseMember[] = [];
  for (const referral of members) {
    const firstReceivedAt = firstReceived.get(referral.id);
    shown.push({
      referral,
      isDecided: decided.has(referral.id),
      events: await findEventsOf(em, { entity: 'referral', entityId: referral.id }),
      calls: await findCallsTo(em, referral.id),
      ...(firstReceivedAt !== undefined && { firstReceivedAt }),
    });
  }
  const isOpen = members.some(({ id }) => !decided.has(id)) && paidElsewhere === undefined;
  const claims = members.map(({ id, userId, date, createdAt }) => ({
    id,
    userId,
    date,
    createdAt: firstReceived.get(id) ?? createdAt,
  }));
  const proposal = isOpen ? propose(await findFirstCome(em), claims) : null;
  return { members: shown, isPaidElsewhere: paidElsewhere !== undefined, proposal };
}
