import type { PanelProps } from './admin-panels.ts';
import { type BoardWords, SystemBoard } from './system-board.tsx';

const WORDS: BoardWords = {
  metrics: 'Activity Summary',
  payout: 'Average Payout per Referral',
  activity: 'Recent Activity',
  moneyFirst: true,
};

/** System Overview of the console (SPEC §2). */
export function OverviewPanel({ user }: PanelProps) {
  return <SystemBoard user={user} words={WORDS} />;
}
