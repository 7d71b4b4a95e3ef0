import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { Freshness } from './freshness.tsx';
import { DeskNav } from './desk-nav.tsx';
import { type BoardWords, SystemBoard, WorkPart } from './system-board.tsx';
import { useDeskFiles } from './use-desk-files.ts';
import '../../ui/page-grid.css';

const WORDS: BoardWords = {
  metrics: 'System Metrics',
  payout: 'Average Payout',
  activity: 'Recent System Activity',
  moneyFirst: false,
};

/** The dashboard of an admin (SPEC §2): the work, then how things stand. */
export function SystemDashboard({ user }: { user: CurrentUser }) {
  useDeskFiles();
  return (
    <Freshness head={<Head />}>
      <DeskNav />
      <WorkPart user={user} />
      <SystemBoard words={WORDS} />
    </Freshness>
  );
}

function Head() {
  return (
    <header className="system-dashboard">
      <h1>System Dashboard</h1>
      <p className="muted">Real-time overview of system performance and metrics</p>
    </header>
  );
}
