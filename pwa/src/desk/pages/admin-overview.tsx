import { ReportPart } from './admin-report.tsx';
import { type BoardWords, SystemBoard } from './system-board.tsx';

const WORDS: BoardWords = {
  metrics: 'Activity Summary',
  payout: 'Average Payout per Referral',
  activity: 'Recent Activity',
  moneyFirst: true,
};

/** System Overview of the console (SPEC §2), with the figures over time. */
export function OverviewPanel() {
  return (
    <>
      <SystemBoard words={WORDS} />
      <ReportPart />
    </>
  );
}
