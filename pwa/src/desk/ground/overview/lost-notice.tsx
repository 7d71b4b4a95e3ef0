import type { LostReferrals } from '@sunloop/shared-types/referrals/lost-referrals.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { Banner } from '../../../ui/banner.tsx';
import { counted } from './work-words.ts';

/** People named one by one; the others are only counted. */
const NAMED = 10;

/** What the server had lost and devices sent again, whose it is, and what no device can send. */
export function LostNotice({ lost }: { lost: LostReferrals }) {
  const { total, devices, lastAt, people } = lost;
  return (
    <Banner tone="good" icon="check">
      <p>
        <strong>
          Back on the server: {counted(total, 'referral', 'referrals')} that it had lost.
        </strong>{' '}
        {counted(devices, 'device', 'devices')} sent again what it lacked, the last on{' '}
        {formatMoment(lastAt)}. Devices that were not online since may bring more.
      </p>
      <p>Whose they are: {namesOf(people)}.</p>
      <p className="muted">
        Statuses set on a device wait there in Status Management. Payouts, quotes, users and
        settings of the time before have to be checked by hand.
      </p>
    </Banner>
  );
}

function namesOf(people: LostReferrals['people']): string {
  const named = people.slice(0, NAMED).map(({ username, count }) => `${username} (${count})`);
  const others = people.length - named.length;
  return [...named, ...(others > 0 ? [counted(others, 'other', 'others')] : [])].join(', ');
}
