import type { Report } from '@sunloop/shared-types';
import { ChartFills } from './chart-fills.tsx';
import { FunnelChart, ReferrersChart } from './report-bars.tsx';
import { CompletionChart, PayoutsChart, WeeksChart } from './report-charts.tsx';
import './report-board.css';

/** Every chart of the overview, or with `only` those that fit a smaller place. */
export function ReportBoard({ report, only = 'all' }: { report: Report; only?: 'all' | 'weeks' }) {
  if (only === 'weeks') {
    return (
      <>
        <ChartFills />
        <WeeksChart weeks={report.weeks} />
      </>
    );
  }
  return (
    <div className="report-board">
      <ChartFills />
      <WeeksChart weeks={report.weeks} />
      <FunnelChart weeks={report.weeks} />
      <CompletionChart report={report} />
      <PayoutsChart months={report.payoutMonths} />
      <ReferrersChart top={report.topReferrers} />
    </div>
  );
}
