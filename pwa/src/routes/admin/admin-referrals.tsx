import { adminReferralRoutes, type User } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import type { OnBulk } from '../../features/admin-referrals/list/bulk-bar.tsx';
import type { AskPay } from '../../features/admin-referrals/completion-pay.tsx';
import type { DeskClient } from '../../features/admin-referrals/desk-client.ts';
import { DetailSteps } from '../../features/admin-referrals/detail-steps.tsx';
import { type DeskView, viewOf } from '../../features/admin-referrals/desk-view.ts';
import type { OnAct } from '../../features/admin-referrals/referral-actions.tsx';
import { ReferralDesk } from '../../features/admin-referrals/list/referral-desk.tsx';
import { ReferralDetails } from '../../features/admin-referrals/referral-details.tsx';
import type { WaitingActs } from '../../features/admin-referrals/referral-table.ts';
import { useDeskAnswer } from '../../features/admin-referrals/use-desk-answer.ts';
import { useDesk } from '../../features/admin-referrals/use-desk-list.ts';
import { useKnownReferral } from '../../features/admin-referrals/use-known-referral.ts';
import { enqueueActs, readWaitingActs } from '../../sync/acts.ts';
import { DeskDialog } from '../../ui/desk/dialog.tsx';
import type { AdminSearch } from './admin-panels.ts';
import { attempt } from '../attempt.ts';
import { askPay, withUndo } from './completion.ts';
import { saveAct } from './save-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useListFreshness } from './use-list-freshness.ts';

type Props = {
  db: UserDb;
  user: User;
  search: AdminSearch;
  onSearch: (patch: Partial<AdminSearch>, options?: { replace?: boolean }) => void;
};

const NONE: WaitingActs = new Map();

/** All Referrals of the console, and one of them when the URL names it. */
export function ReferralsPanel({ db, user, search, onSearch }: Props) {
  const waiting = useLiveQuery(() => readWaitingActs(db), [db]) ?? NONE;
  const client = useDesk(user.id, waiting);
  useListFreshness(client);
  const bulk: OnBulk = (acts, targets, done) => {
    const known = new Map(targets.map((target) => [target.id, target]));
    return attempt({ failed: 'Update Failed', done: withUndo(db, acts, done) }, () =>
      enqueueActs(db, acts, known),
    );
  };
  const open = (id: string) => onSearch({ id });
  const step = (id: string) => onSearch({ id }, { replace: true });
  return (
    <>
      <ReferralDesk
        client={client}
        search={search}
        onView={(patch) => onSearch(patch, { replace: true })}
        onOpen={open}
        waiting={waiting.size}
        onBulk={bulk}
        onAskPay={askPay}
      />
      {search.id !== undefined && (
        <OpenReferral
          db={db}
          client={client}
          id={search.id}
          view={viewOf(search)}
          onAct={(one, pays) => saveAct(db, one, pays)}
          onAskPay={askPay}
          onOpen={open}
          onStep={step}
          onClose={() => onSearch({ id: undefined })}
        />
      )}
    </>
  );
}

type OpenProps = {
  db: UserDb;
  client: DeskClient;
  id: string;
  /** The list it was opened from. */
  view: DeskView;
  onStep: (id: string) => void;
  onAct: OnAct;
  onAskPay: AskPay;
  onOpen: (id: string) => void;
  onClose: () => void;
};

function OpenReferral({ db, client, id, view, onStep, ...on }: OpenProps) {
  const known = useKnownReferral(client, id);
  const reading = useDeskReading(db, adminReferralRoutes.adminReferral, { params: { id } });
  const beside = useDeskAnswer(client, { kind: 'beside', id, view });
  const told = reading.kind === 'ready' ? reading.data.referral.name : undefined;
  const name = known?.row.referral.name ?? told ?? 'Referral';
  return (
    <DeskDialog title={name} width="side" onClose={on.onClose}>
      <DetailSteps name={name} beside={beside} onStep={onStep} />
      <ReferralDetails key={id} known={known} reading={reading} {...on} />
    </DeskDialog>
  );
}
