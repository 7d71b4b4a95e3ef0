import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import type { ReferralList } from './referral-list.ts';

const SKELETON_LINES = 8;

type Props = {
  list: ReferralList;
  /** A filter is set. */
  isNarrowed: boolean;
  onShowAll: () => void;
  children: ReactNode;
};

/** The list, or why there is none. */
export function ListOrReason({ list, isNarrowed, onShowAll, children }: Props) {
  if (list.missing === 'offline') {
    const title = isNarrowed
      ? 'No answer to this is kept on this device. It appears here once there is a connection.'
      : 'All referrals appear here once there is a connection.';
    return <EmptyState icon="cloudOff" title={title} />;
  }
  if (list.missing === 'error') {
    return (
      <EmptyState icon="alert" title="The referrals could not be loaded.">
        <Button variant="quiet" size="sm" icon="sync" onPress={list.retry}>
          Try again
        </Button>
      </EmptyState>
    );
  }
  if (list.length > 0) return children;
  // That the question before had no answer says nothing about this one.
  if (list.missing === 'loading' || list.isBehind || list.rest !== 'none') {
    return <Skeleton lines={SKELETON_LINES} label="All referrals: loading" />;
  }
  if (!isNarrowed) {
    return <EmptyState icon="people" title="No referrals yet. They appear here as they come in." />;
  }
  return (
    <EmptyState icon="search" title="No referral matches these filters.">
      <Button variant="quiet" size="sm" onPress={onShowAll}>
        Show all
      </Button>
    </EmptyState>
  );
}
