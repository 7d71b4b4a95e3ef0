import type { ReferralWeek, TopReferrer } from '@sunloop/shared-types/program/reports.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../../lib/format-number.ts';
import { percentOf } from '../../../ui/progress-bar.tsx';
import { ChartCard } from './chart-card.tsx';
import { ChartLegend, fillOf, type FillName } from './chart-fills.tsx';
import { funnelOf, funnelSummary, referrersSummary } from './report-words.ts';
import './report-bars.css';

/** How far the referrals of some weeks have come, stage by stage. */
export function FunnelChart({ weeks }: { weeks: readonly ReferralWeek[] }) {
  const stages = funnelOf(weeks);
  const all = stages[0]?.count ?? 0;
  return (
    <ChartCard
      title="Referral Funnel"
      summary={funnelSummary(stages)}
      isEmpty={all === 0}
      table={{
        columns: ['Reached at least', 'Referrals', 'Share'],
        rows: stages.map(({ status, label, count, share }) => ({
          key: status,
          cells: [label, formatNumber(count), share],
        })),
      }}
    >
      <ol className="funnel" aria-hidden="true">
        {stages.map(({ status, label, count, share }) => (
          <li key={status}>
            <span className="funnel-label">
              {label}
              <strong>
                {formatNumber(count)} <small>{share}</small>
              </strong>
            </span>
            <span className="funnel-lane">
              <Strip name={status} percent={percentOf(count, all)} />
            </span>
          </li>
        ))}
      </ol>
    </ChartCard>
  );
}

const REFERRER_PARTS = [
  { name: 'completed', label: 'Completed' },
  { name: 'submitted', label: 'On their way' },
] as const;

/** The users with the most referrals, each leading to their page. */
export function ReferrersChart({ top }: { top: readonly TopReferrer[] }) {
  const most = Math.max(1, ...top.map(({ referrals }) => referrals));
  return (
    <ChartCard
      title="Top Referrers"
      summary={referrersSummary(top)}
      isEmpty={top.length === 0}
      table={{
        columns: ['Referrer', 'Referrals', 'Completed', 'Earned'],
        rows: top.map((referrer) => ({
          key: referrer.userId,
          link: <ReferrerLink referrer={referrer} />,
          cells: [
            referrer.username,
            formatNumber(referrer.referrals),
            formatNumber(referrer.completed),
            formatCents(referrer.amountCents),
          ],
        })),
      }}
    >
      <ChartLegend parts={REFERRER_PARTS} />
      <ol className="referrers">
        {top.map((referrer) => (
          <li key={referrer.userId}>
            <ReferrerLink referrer={referrer} />
            <span className="referrers-lane" aria-hidden="true">
              <Strip name="completed" percent={percentOf(referrer.completed, most)} />
              <Strip
                name="submitted"
                percent={percentOf(referrer.referrals - referrer.completed, most)}
              />
            </span>
            <span className="referrers-count">
              {`${formatNumber(referrer.completed)} of ${formatNumber(referrer.referrals)}`}
            </span>
          </li>
        ))}
      </ol>
    </ChartCard>
  );
}

function ReferrerLink({ referrer }: { referrer: TopReferrer }) {
  return (
    <Link to="/admin" search={{ panel: 'users', id: referrer.userId }}>
      {referrer.username}
    </Link>
  );
}

/** A bar in a part's color and pattern. */
function Strip({ name, percent }: { name: FillName; percent: number }) {
  return (
    <svg className="strip" style={{ inlineSize: `${percent}%` }}>
      <rect width="100%" height="100%" fill={fillOf(name)} />
    </svg>
  );
}
