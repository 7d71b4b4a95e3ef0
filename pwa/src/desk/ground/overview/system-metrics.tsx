import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { Card } from '../../../ui/card.tsx';
import { percentOf } from '../../../ui/progress-bar.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { averagePayout, conversionRate, NOT_APPLICABLE } from './system-figures.ts';
import './system-metrics.css';

const ALL = 100;

type Props = {
  stats: ReadingOf<AdminStats>;
  title: string;
  /** SPEC §2 names it 'Average Payout' on the dashboard and 'Average Payout per Referral' in the console. */
  payoutLabel: string;
};

/** The share of referrals that become customers, and what each costs. */
export function SystemMetrics({ stats, title, payoutLabel }: Props) {
  return (
    <Card title={title}>
      <Reading of={stats} what="The figures" lines={3}>
        {(data) => {
          const { completedReferrals: completed, totalReferrals: total } = data;
          const rate = conversionRate(data);
          const payout = averagePayout(data);
          return (
            <dl className="metrics">
              <div>
                <dt>Conversion Rate</dt>
                <dd className="metrics-figure">
                  <Ring
                    label={`Conversion Rate: ${rate}`}
                    value={total === 0 ? 0 : percentOf(completed, total)}
                    max={ALL}
                  >
                    <strong>{rate}</strong>
                  </Ring>
                </dd>
                <dd className="muted">
                  {total === 0
                    ? 'There are no referrals yet.'
                    : `${completed.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${total === 1 ? 'referral' : 'referrals'} completed`}
                </dd>
              </div>
              <div>
                <dt>{payoutLabel}</dt>
                <dd className="metrics-figure">
                  <strong>{payout}</strong>
                </dd>
                <dd className="muted">
                  {payout === NOT_APPLICABLE
                    ? 'No referral has been completed yet.'
                    : 'earned for each completed referral'}
                </dd>
              </div>
            </dl>
          );
        }}
      </Reading>
    </Card>
  );
}
