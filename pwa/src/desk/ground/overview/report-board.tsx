import type { Report } from '@sunloop/shared-types/program/reports.ts';
import { useMemo } from 'react';
import { ChartFills } from './chart-fills.tsx';
import { FunnelChart, ReferrersChart } from './report-bars.tsx';
import { CompletionChart, PayoutsChart, WeeksChart } from './report-charts.tsx';
import './report-board.css';

/** Every chart of the overview. Drawing them takes a quarter of a second, so they are drawn for another report only. */
export function ReportBoard({ report }: { report: Report }) {
  return useMemo(
    () => (
      <div className="report-board">
        <ChartFills />
        <WeeksChart weeks={report.weeks} />
        <FunnelChart weeks={report.weeks} />
        <CompletionChart report={report} />
        <PayoutsChart months={report.payoutMonths} />
        <ReferrersChart top={report.topReferrers} />
      </div>
    ),
    [report],
  );
}
