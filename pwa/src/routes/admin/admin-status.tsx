import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { ConflictRow, UserDb } from '../../data/user-db.ts';
import { CompletionQuestion } from '../../features/admin-referrals/completion-question.tsx';
import type { DeskClient } from '../../features/admin-referrals/desk-client.ts';
import { missingOf } from '../../features/admin-referrals/desk-standing.ts';
import { viewOf } from '../../features/admin-referrals/desk-view.ts';
import { ReferralActions } from '../../features/admin-referrals/referral-actions.tsx';
import type { WaitingActs } from '../../features/admin-referrals/referral-table.ts';
import { useDesk, useDeskList } from '../../features/admin-referrals/use-desk-list.ts';
import { useKnownReferral } from '../../features/admin-referrals/use-known-referral.ts';
import { ActConflicts } from '../../features/admin-status/act-conflicts.tsx';
import { StatusDesk } from '../../features/admin-status/status-desk.tsx';
import { StatusDetail } from '../../features/admin-status/status-detail.tsx';
import type { StatusList, StatusView } from '../../features/admin-status/status-list.ts';
import {
  keepTheirs,
  readConflicts,
  readWaitingActs,
  setMine,
  takeBackAct,
} from '../../sync/acts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/reading.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { useTyped } from '../../ui/forms/use-typed.ts';
import type { PanelProps } from './admin-panels.ts';
import { attempt } from '../attempt.ts';
import { askPay, isCompletion, tellCompleted } from './completion.ts';
import { saveAct } from './save-act.ts';
import { useListFreshness } from './use-list-freshness.ts';

const UPDATE = { failed: 'Update Failed' };
const NONE: WaitingActs = new Map();

/** Status Management of the console. Selection, search and filter are in the URL. */
export function StatusPanel({ db, user, search, onSearch }: PanelProps) {
  const waiting = useLiveQuery(() => readWaitingActs(db), [db]) ?? NONE;
  const [asked, setAsked] = useState<ConflictRow | null>(null);
  const conflicts = useLiveQuery(() => readConflicts(db), [db]) ?? [];
  const client = useDesk(user.id, waiting);
  useListFreshness(client);
  const replace = { replace: true };
  const [q, type] = useTyped(search.q ?? '', (text) => onSearch({ q: text || undefined }, replace));
  const { status = '', id } = search;
  const list = useStatusList(client, { q, status });
  const handleView = (patch: Partial<StatusView>) => {
    if (patch.q !== undefined) type(patch.q);
    if (patch.status !== undefined) onSearch({ status: patch.status || undefined }, replace);
  };
  return (
    <>
      <ActConflicts
        conflicts={conflicts}
        onKeepTheirs={(kept) =>
          void attempt(UPDATE, () => Promise.all(kept.map((one) => keepTheirs(db, one.id))))
        }
        onSetMine={(one) => (isCompletion(one.act) ? setAsked(one) : void decideMine(db, one))}
      />
      {asked && (
        <CompletionQuestion
          id={asked.act.id}
          name={asked.who || 'it'}
          onAskPay={askPay}
          onConfirm={(pays) => decideMine(db, asked, pays)}
          onClose={() => setAsked(null)}
        />
      )}
      <StatusDesk
        list={list}
        view={{ q, status }}
        chosenId={id}
        onView={handleView}
        onChoose={(chosen) => onSearch({ id: chosen })}
      >
        {id === undefined ? (
          <EmptyState icon="people" title="Choose a referral to set its status." />
        ) : (
          <Chosen
            key={id}
            db={db}
            client={client}
            id={id}
            isSettled={!list.isLoading && !list.isPartial}
            onDeleted={() => onSearch({ id: undefined })}
          />
        )}
      </StatusDesk>
    </>
  );
}

async function decideMine(db: UserDb, conflict: ConflictRow, pays?: string): Promise<SaveOutcome> {
  const outcome = await attempt(UPDATE, () => setMine(db, conflict));
  const { act, referral } = conflict;
  const done = { ...act, expected: referral?.status ?? act.expected };
  if (outcome.isSaved && isCompletion(done)) tellCompleted(db, done, pays);
  return outcome;
}

/** The list of the desk's worker, in the form the panel needs. */
function useStatusList(client: DeskClient, view: StatusView): StatusList {
  const list = useDeskList(client, viewOf(view));
  const missing = missingOf(list.state);
  return {
    ...list,
    missing: missing === 'loading' ? undefined : missing,
    retry: () => client.refresh(),
  };
}

type ChosenProps = {
  db: UserDb;
  client: DeskClient;
  id: string;
  /** Whether a referral that is not found does not exist. */
  isSettled: boolean;
  onDeleted: () => void;
};

function Chosen({ db, client, id, isSettled, onDeleted }: ChosenProps) {
  const known = useKnownReferral(client, id);
  if (!known) return <NotFound isSettled={isSettled} />;
  const { row } = known;
  return (
    <StatusDetail
      row={row}
      actions={
        <ReferralActions
          referral={row.referral}
          onAct={(act, pays) => saveAct(db, act, pays)}
          onAskPay={askPay}
          onDeleted={onDeleted}
        />
      }
      onTakeBack={() => void attempt(UPDATE, () => takeBackAct(db, id))}
    />
  );
}

/** How long the list's worker may take to deliver a referral. */
const NOT_FOUND_AFTER_MS = 1000;

function NotFound({ isSettled }: { isSettled: boolean }) {
  const [isSure, setSure] = useState(false);
  useEffect(() => {
    if (!isSettled) return undefined;
    const timer = setTimeout(() => setSure(true), NOT_FOUND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  if (!isSure) return <Skeleton lines={4} label="Referral: loading" />;
  return <EmptyState icon="search" title="This referral is no longer in the list." />;
}
