import type { Report } from '@sunloop/shared-types/program/reports.ts';
import { ChartFills } from './chart-fills.tsx';
import { FunnelChart, ReferrersChart } from './report-bars.tsx';
import { CompletionChart, PayoutsChart, WeeksChart } from './report-charts.tsx';
import './report-board.css';

/** Every chart of the overview. */
export function ReportBoard({ report }: { report: Report }) {
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
