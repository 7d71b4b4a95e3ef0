import { OPEN_STATUSES, type OpenReferral } from '@sunloop/shared-types/program/open-rungs.ts';
import type { UserDb } from './user-db.ts';

/**
 * The person's open referrals with their place by age, from indexes: reading 20,000 rows would hold up the page. What has just
 * arrived follows as soon as it is folded.
 */
export async function readOpen(db: UserDb): Promise<OpenReferral[]> {
  const [byAge, shared, ...byStatus] = await Promise.all([
    db.referrals.orderBy('createdAt').primaryKeys(),
    db.referrals.orderBy('share').toArray(),
    ...OPEN_STATUSES.map((status) => db.referrals.where({ status }).primaryKeys()),
  ]);
  const ages = new Map(byAge.map((id, age) => [id, age]));
  const shares = new Map(shared.map(({ id, share }) => [id, share]));
  return OPEN_STATUSES.flatMap((status, at) =>
    (byStatus[at] ?? []).map((id) => {
      return { id, status, age: ages.get(id) ?? byAge.length, share: shares.get(id) };
    }),
  );
}
