import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Part, WHOLE } from '../program/rewards/amounts.ts';
import type { PartReferral } from '../program/rewards/ladder.ts';
import type { ReferralEntity } from './entities.ts';

/** What a share means; `takesRest` matters only where there are several. */
export const partOfShare = (share: number | null | undefined, takesRest: boolean): Part =>
  share === null || share === undefined || share === 1 ? WHOLE : { of: share, takesRest };

// The referral that was received first of those that are paid gets the cents that cannot be parted.
const FIND_FIRST = `
  select referral_id as id from duplicate_decisions where paid_first = referral_id and referral_id in (?)`;

/** Some referrals with how much of its rung each is paid, as is decided. */
export async function withParts(
  em: SqlEntityManager,
  referrals: readonly ReferralEntity[],
): Promise<(PartReferral & { readonly referral: ReferralEntity })[]> {
  const shared = referrals.filter(({ share }) => (share ?? 1) > 1).map(({ id }) => id);
  const found = shared.length > 0 ? await em.execute<{ id: string }[]>(FIND_FIRST, [shared]) : [];
  const first = new Set(found.map(({ id }) => id));
  return referrals.map((referral) => ({
    referral,
    part: partOfShare(referral.share, first.has(referral.id)),
  }));
}
