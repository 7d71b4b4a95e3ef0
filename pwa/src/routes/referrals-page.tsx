import { useNavigate, useSearch } from '@tanstack/react-router';
import { AllReferrals } from '../features/referrals/all-referrals.tsx';
import type { ListView } from '../features/referrals/list-search.ts';
import { TodayCount } from '../features/referrals/today-count.tsx';
import { MoneyLine } from '../features/rewards/money-line.tsx';
import { LastUpload } from '../features/bulk-upload/last-upload.tsx';
import { ReferralLinkRow } from '../features/share/referral-link-row.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { BulkUpload } from './bulk-upload.tsx';
import { toListView } from './referrals-search.ts';
import { useSession } from './shell/session-context.ts';
import { useFresh, useReading } from './use-reading.ts';
import '../ui/page-grid.css';
import './referrals-page.css';

const SHOWN = ['referrals', 'ladder'] as const;

/** /referrals: everything the person has submitted, sent or not. */
export function ReferralsPage() {
  const { user, db } = useSession();
  const search = useSearch({ from: '/protected/referrals' });
  const navigate = useNavigate({ from: '/referrals' });
  const ladder = useReading(db, 'ladder');
  useFresh(db, SHOWN);
  const setView = (patch: ListView) =>
    void navigate({ search: (now) => ({ ...now, ...patch }), replace: true, resetScroll: false });
  const open = (referral: string) =>
    void navigate({ search: (now) => ({ ...now, referral }), resetScroll: false });
  return (
    <>
      <title>My Referrals · Sunloop</title>
      <header className="page-head referrals-head">
        <h1>My Referrals</h1>
        <div className="row">
          <ButtonLink
            to="."
            search={(now) => ({ ...now, upload: 1 as const })}
            resetScroll={false}
            variant="quiet"
            icon="upload"
          >
            Bulk Upload
          </ButtonLink>
          <AddLink />
        </div>
      </header>
      <LastUpload
        db={db}
        onOpen={(upload) =>
          void navigate({ search: (now) => ({ ...now, upload }), resetScroll: false })
        }
      />
      <MoneyLine ladder={ladder} isBeside />
      <ReferralLinkRow db={db} code={user.referralCode} />
      <Card title="All Referrals" action={<TodayCount db={db} />}>
        <AllReferrals
          db={db}
          view={toListView(search)}
          onView={setView}
          onOpen={open}
          invitation={<AddLink />}
        />
      </Card>
      <BulkUpload db={db} upload={search.upload} />
    </>
  );
}

function AddLink() {
  return (
    <ButtonLink
      to="."
      search={(now) => ({ ...now, add: 1 as const })}
      resetScroll={false}
      variant="primary"
      icon="plus"
    >
      Add Referral
    </ButtonLink>
  );
}
