import type { LostReferrals } from '@sunloop/shared-types';
import { formatMoment } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { Banner } from '../../ui/banner.tsx';

/** People named one by one; the others are only counted. */
const NAMED = 10;

const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** After a restore of the server: what devices sent again, whose is not back yet, and what no device can send. */
export function LostNotice({ lost }: { lost: LostReferrals }) {
  const { from, to, total, devices, back, missing } = lost;
  const at = (time: string) => formatMoment(Date.parse(time));
  return (
    <Banner tone={back < total ? 'wait' : 'good'} icon={back < total ? 'alert' : 'check'}>
      <p>
        <strong>The server was put back to an earlier state on {at(to)}.</strong> It may have lost
        what was stored since {at(from)}.
      </p>
      <p>
        {counted(devices, 'device', 'devices')} still had {counted(total, 'referral', 'referrals')}{' '}
        of that time and sent them again:{' '}
        {back === total ? 'all of them are back.' : `${formatNumber(back)} are back.`}
      </p>
      {missing.length > 0 && <p>Not back yet: {namesOf(missing)}.</p>}
      <p className="muted">
        Statuses set on a device wait there in Status Management. Payouts, quotes, users and
        settings of that time have to be checked by hand.
      </p>
    </Banner>
  );
}

function namesOf(missing: LostReferrals['missing']): string {
  const named = missing.slice(0, NAMED).map(({ username, count }) => `${username} (${count})`);
  const others = missing.length - named.length;
  return [...named, ...(others > 0 ? [counted(others, 'other', 'others')] : [])].join(', ');
}
