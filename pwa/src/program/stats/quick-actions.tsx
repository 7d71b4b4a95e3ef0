import { ButtonLink } from '../../ui/button-link.tsx';
import { Fold } from '../../ui/fold.tsx';
import './quick-actions.css';

/** SPEC §2: the three shortcuts of the dashboard, folded because each also has its place on the screen. */
export function QuickActions() {
  return (
    <Fold title="Quick Actions">
      <div className="row quick-actions">
        <ButtonLink to="/referrals" search={{ add: 1 }} variant="quiet" icon="plus">
          Add New Referral
        </ButtonLink>
        <ButtonLink to="/rewards" search={{}} variant="quiet" icon="gift">
          View Rewards
        </ButtonLink>
        <ButtonLink to="." search={{ help: 1 }} variant="quiet" icon="help">
          Get Help
        </ButtonLink>
      </div>
    </Fold>
  );
}
