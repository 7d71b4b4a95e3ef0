import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Freshness } from './freshness.tsx';
import { type BoardWords, SystemBoard } from './system-board.tsx';
import { useDeskFiles } from './use-desk-files.ts';
import '../../ui/page-grid.css';

const WORDS: BoardWords = {
  metrics: 'System Metrics',
  payout: 'Average Payout',
  activity: 'Recent System Activity',
  moneyFirst: false,
};

/** The dashboard of an admin (SPEC §2). */
export function SystemDashboard({ user }: { user: CurrentUser }) {
  useDeskFiles();
  return (
    <Freshness head={<Head />}>
      <SystemBoard user={user} words={WORDS} />
    </Freshness>
  );
}

function Head() {
  return (
    <header className="page-head system-dashboard">
      <div>
        <h1>System Dashboard</h1>
        <p className="muted">Real-time overview of system performance and metrics</p>
      </div>
      <ButtonLink to="/admin" search={{}} icon="shield">
        Open Admin Panel
      </ButtonLink>
    </header>
  );
}
