import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { reportFailure } from '@sunloop/engine/data/storage/report-failure.ts';
import { AllReferrals } from '../referrals/list/all-referrals.tsx';
import type { ListView } from '../referrals/list/list-search.ts';
import { TodayCount } from '../referrals/add/today-count.tsx';
import { followOwnList } from '@sunloop/engine/own-list.ts';
import { MoneyLine } from '../program/rewards/money-line.tsx';
import { LastUpload } from '../referrals/upload/last-upload.tsx';
import { ReferralLinkRow } from '../visitors/share/referral-link-row.tsx';
import { OnBehalfNote } from '../referrals/on-behalf/on-behalf-note.tsx';
import {
  readOnBehalfOfMe,
  refreshOnBehalfOfMe,
  sayNotMine,
} from '@sunloop/engine/on-behalf-of-me.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { lazyPart } from '../ui/layers/lazy-part.ts';
import { attempt } from './attempt.ts';
import { BulkUpload } from './bulk-upload.tsx';
import { toListView } from './referrals-search.ts';
import { useUser } from './shell/user-context.ts';
import { useFresh, useReading } from './use-reading.ts';
import { useFollowed, useStored } from '../stored/use-stored.ts';
import { useUserDb } from '../stored/user-db.ts';
import '../ui/page-grid.css';
import './referrals-page.css';

const OnBehalfCard = lazyPart(
  () => import('../referrals/on-behalf/on-behalf-card.tsx'),
  'OnBehalfCard',
);
const NOT_MINE = {
  failed: 'Not told',
  done: { title: 'Thank you', description: 'We look into it; until then nothing is paid for it.' },
};

const SHOWN = ['referrals', 'ladder'] as const;

/** /referrals: everything the person has submitted, sent or not. */
export function ReferralsPage() {
  const user = useUser();
  const search = useSearch({ from: '/protected/referrals' });
  const navigate = useNavigate({ from: '/referrals' });
  useFresh(SHOWN);
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
        onOpen={(upload) =>
          void navigate({ search: (now) => ({ ...now, upload }), resetScroll: false })
        }
      />
      <Money />
      <ReferralLinkRow code={user.referralCode} />
      {user.mayTake && (
        <Suspense>
          <OnBehalfCard />
        </Suspense>
      )}
      <OwnReferrals />
      <BulkUpload upload={search.upload} />
    </>
  );
}

/** Apart from the list, which need not be drawn again with each change of what this reads. */
function Money() {
  return <MoneyLine ladder={useReading('ladder')} isBeside />;
}

function OwnReferrals() {
  const search = useSearch({ from: '/protected/referrals' });
  const navigate = useNavigate({ from: '/referrals' });
  const own = useFollowed(followOwnList);
  const noteOf = useOnBehalfNotes();
  const setView = (patch: ListView) =>
    void navigate({ search: (now) => ({ ...now, ...patch }), replace: true, resetScroll: false });
  const open = (referral: string) =>
    void navigate({ search: (now) => ({ ...now, referral }), resetScroll: false });
  return (
    <Card title="All Referrals">
      <AllReferrals
        own={own}
        today={<TodayCount count={own?.today} />}
        noteOf={noteOf}
        view={toListView(search)}
        onView={setView}
        onOpen={open}
      />
    </Card>
  );
}

/** Who took which of the person's referrals for them. */
function useOnBehalfNotes(): (id: string) => ReactNode {
  const db = useUserDb();
  const onBehalf = useStored(readOnBehalfOfMe);
  useEffect(() => {
    refreshOnBehalfOfMe(db).catch((error: unknown) =>
      reportFailure(db, 'Refreshing failed on this device', error),
    );
  }, [db]);
  const notMine = (id: string) => attempt(NOT_MINE, () => sayNotMine(db, id));
  return (id) => {
    const found = onBehalf?.get(id);
    return found && <OnBehalfNote onBehalf={found} onNotMine={notMine} />;
  };
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
