import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { Suspense } from 'react';
import { Reading, Skeleton } from '../../ui/reading.tsx';
import { useDeskReading } from './use-desk-reading.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

/** The chart library is the heaviest part of the desk, so the figures are shown before it is loaded. */
const ReportBoard = lazyPart(() => import('../ground/overview/report-board.tsx'), 'ReportBoard');
const LINES = 8;

/** The charts of the overview. */
export function ReportPart() {
  const report = useDeskReading(adminReferralRoutes.report);
  return (
    <Reading of={report} what="The charts" lines={LINES}>
      {(data) => (
        <Suspense fallback={<Skeleton lines={LINES} label="The charts: loading" />}>
          <ReportBoard report={data} />
        </Suspense>
      )}
    </Reading>
  );
}
