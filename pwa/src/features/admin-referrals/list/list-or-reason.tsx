import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/reading.tsx';
import { type DeskView, isNarrowed, sortOf } from '../desk-view.ts';
import type { ReferralList } from '../referral-list.ts';

const SKELETON_LINES = 8;

type Props = {
  list: ReferralList;
  view: DeskView;
  onShowAll: () => void;
  children: ReactNode;
};

/** The list, or why there is none. */
export function ListOrReason({ list, view, onShowAll, children }: Props) {
  if (list.missing === 'offline') {
    const title =
      isNarrowed(view) || sortOf(view) !== undefined
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
  if (list.missing === 'loading' || (list.length === 0 && list.rest !== 'none')) {
    return <Skeleton lines={SKELETON_LINES} label="All referrals: loading" />;
  }
  if (list.length > 0) return children;
  if (!isNarrowed(view)) {
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
