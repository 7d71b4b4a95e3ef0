import { soughtIn } from '@sunloop/shared-types/values/search.ts';
import { useMemo } from 'react';
import { type DeskRow, deskRowOf } from '../referrals/desk-row.ts';
import { type DeskView, WAITING } from '../referrals/desk-view.ts';
import { hasText } from '../referrals/has-text.ts';
import type { ReferralList } from '../referrals/referral-list.ts';
import type { WaitingActs } from '@sunloop/engine/acts.ts';
import { useReferralList } from './use-referral-list.ts';

const nothing = () => undefined;

/** The list of a view: what the server answers or, of those whose changes wait to be sent, what this device has. */
export function useDeskRows(view: DeskView, waiting: WaitingActs): ReferralList {
  const list = useReferralList(view);
  const { status, q, referrer } = view;
  const own = useMemo(() => waitingRows(waiting, { q, referrer }), [waiting, q, referrer]);
  if (status !== WAITING) return list;
  return {
    missing: undefined,
    isBehind: false,
    length: own.length,
    rest: 'none',
    rowAt: (index) => own[index],
    placeOf: (id) => own.findIndex(({ referral }) => referral.id === id),
    request: nothing,
    retry: nothing,
  };
}

/** Changes saved by an older build have no referral to show. */
function waitingRows(
  waiting: WaitingActs,
  { q, referrer }: Pick<DeskView, 'q' | 'referrer'>,
): DeskRow[] {
  const sought = soughtIn(q);
  return [...waiting.values()].flatMap((act) => {
    const { referral, isDeleted } = act;
    if (!referral || isDeleted || !hasText(referral, sought)) return [];
    return referrer === '' || referral.userId === referrer ? deskRowOf(referral, act) : [];
  });
}
