import type { ReferralAct, ReferralStatus } from '@sunloop/shared-types';
import type { DeskClient } from './desk-client.ts';
import type { Target } from './desk-messages.ts';
import type { DeskView } from './desk-view.ts';
import type { Selection } from './selection.ts';

/** The selected referrals with the status each is seen with. */
export async function targetsOf(
  client: Pick<DeskClient, 'ask'>,
  { isAll, ids }: Selection,
  view: DeskView,
): Promise<Target[]> {
  const targets = await client.ask({ kind: 'targets', of: isAll ? view : [...ids] });
  return isAll ? targets.filter(({ id }) => !ids.has(id)) : targets;
}

/** Acts that give each this status; who has it already is left alone. */
export function changesTo(status: ReferralStatus, targets: readonly Target[]): ReferralAct[] {
  return targets
    .filter((target) => target.status !== status)
    .map(({ id, status: expected }) => ({ act: 'status', id, status, expected }));
}
