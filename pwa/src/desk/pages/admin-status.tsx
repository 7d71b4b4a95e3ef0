import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import { useState } from 'react';
import type { ConflictRow, UserDb } from '@sunloop/engine/data/user-db.ts';
import { CompletionQuestion } from '../referrals/completion-question.tsx';
import { matchesOf } from '../referrals/count-words.ts';
import { filterOf } from '../referrals/desk-question.ts';
import type { DeskRow } from '../referrals/desk-row.ts';
import { type DeskView, viewOf } from '../referrals/desk-view.ts';
import { ReferralActions } from '../referrals/referral-actions.tsx';
import { ActConflicts } from '../referrals/status/act-conflicts.tsx';
import { StatusDesk } from '../referrals/status/status-desk.tsx';
import { StatusDetail } from '../referrals/status/status-detail.tsx';
import {
  keepTheirs,
  readConflicts,
  readWaitingActs,
  setMine,
  takeBackAct,
  type WaitingAct,
  type WaitingActs,
} from '@sunloop/engine/acts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { useSettled } from '../../ui/forms/use-while-typing.ts';
import { Skeleton } from '../../ui/reading.tsx';
import { attempt } from '../../routes/attempt.ts';
import type { PanelProps } from './admin-panels.ts';
import { askPay, isCompletion, tellCompleted } from './completion.ts';
import { saveAct } from './save-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useKnownReferral } from './use-known-referral.ts';
import { useReferralList } from './use-referral-list.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

const UPDATE = { failed: 'Update Failed' };
const NONE: WaitingActs = new Map();
const COUNT = adminReferralRoutes.countAdminReferrals;

/** Status Management of the console. Selection, search and filter are in the URL. */
export function StatusPanel({ search, onSearch }: Omit<PanelProps, 'user'>) {
  const db = useUserDb();
  const waiting = useStored(readWaitingActs) ?? NONE;
  const [asked, setAsked] = useState<ConflictRow | null>(null);
  const conflicts = useStored(readConflicts) ?? [];
  const replace = { replace: true };
  const [q, type] = useTyped(search.q ?? '', (text) => onSearch({ q: text || undefined }, replace));
  const { status = '', id } = search;
  const list = useReferralList(viewOf({ q: useSettled(q), status }));
  const matching = useDeskReading(COUNT, { query: filterOf(viewOf({ q: search.q, status })) });
  const all = useDeskReading(COUNT);
  const { total } = matchesOf(list, matching.kind === 'ready' ? matching.data : undefined);
  const handleView = (patch: Partial<DeskView>) => {
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
        total={total}
        counts={all.kind === 'ready' ? { kind: 'ready', data: all.data.byStatus ?? {} } : all}
        view={viewOf({ q, status })}
        chosenId={id}
        onView={handleView}
        onChoose={(chosen) => onSearch({ id: chosen })}
      >
        {id === undefined ? (
          <EmptyState icon="people" title="Choose a referral to set its status." />
        ) : (
          <Chosen
            key={id}
            id={id}
            row={list.rowAt(list.placeOf(id))}
            act={waiting.get(id)}
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
  if (!outcome.isSaved || !isCompletion(act)) return outcome;
  const done = { ...act, expected: referral?.status ?? act.expected };
  tellCompleted(db, done, referral ? [referral] : [], pays);
  return outcome;
}

type ChosenProps = {
  id: string;
  row: DeskRow | undefined;
  act: WaitingAct | undefined;
  onDeleted: () => void;
};

function Chosen({ id, row: listed, act, onDeleted }: ChosenProps) {
  const db = useUserDb();
  const { row, reading } = useKnownReferral({ id, row: listed, act });
  if (!row) {
    if (reading.kind === 'loading') return <Skeleton lines={4} label="Referral: loading" />;
    return <EmptyState icon="search" title="This referral is no longer in the list." />;
  }
  const { referral } = row;
  return (
    <StatusDetail
      row={row}
      actions={
        <ReferralActions
          referral={referral}
          isUndecided={reading.kind === 'ready' && reading.data.isUndecided === true}
          onAct={(one, pays) => saveAct(db, { act: one, referral, pays })}
          onAskPay={askPay}
          onDeleted={onDeleted}
        />
      }
      onTakeBack={() => void attempt(UPDATE, () => takeBackAct(db, id))}
    />
  );
}
