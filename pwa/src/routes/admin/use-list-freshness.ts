import { useCallback, useMemo } from 'react';
import type { DeskClient } from '../../features/admin-referrals/desk-client.ts';
import { useDeskState } from '../../features/admin-referrals/use-desk-list.ts';
import { useTellFreshness } from './freshness.tsx';

/** Tells the head of the panel the state of the list of all referrals, which is shown here. */
export function useListFreshness(client: DeskClient): void {
  const { fetchedAt, triedAt, isFetching: isBusy } = useDeskState(client).state;
  const refresh = useCallback(() => client.refresh(), [client]);
  useTellFreshness(
    useMemo(() => ({ fetchedAt, triedAt, isBusy, refresh }), [fetchedAt, triedAt, isBusy, refresh]),
  );
}
