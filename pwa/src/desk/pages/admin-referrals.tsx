import { PAGE_MAX_ROWS } from '@sunloop/shared-types/limits.ts';
import { adminReferralRoutes } from '@sunloop/shared-types/referrals/admin-referral-routes.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { memo, useCallback, useEffect, useState } from 'react';
import { matchesOf } from '../referrals/count-words.ts';
import { filterOf, questionOf, statusOf } from '../referrals/desk-question.ts';
import { deskRowsOf } from '../referrals/desk-row.ts';
import { viewOf } from '../referrals/desk-view.ts';
import type { OnBulk } from '../referrals/list/bulk-bar.tsx';
import { ReferralDesk } from '../referrals/list/referral-desk.tsx';
import type { ReadMatches } from '../referrals/list/use-select-all.ts';
import { besideOf, type ReferralList } from '../referrals/referral-list.ts';
import { enqueueActs, readWaitingActs, type WaitingActs } from '@sunloop/engine/acts.ts';
import { askDeskFile, askPage } from '@sunloop/engine/desk.ts';
import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';
import { PersonField } from '../../ui/desk/person-field.tsx';
import { useSettled } from '../../ui/forms/use-while-typing.ts';
import { useTyped } from '../../ui/forms/use-typed.ts';
import { attempt } from '../../routes/attempt.ts';
import type { AdminSearch, PanelProps } from './admin-panels.ts';
import { askPay, withUndo } from './completion.ts';
import { findPeople } from './find-anybody.ts';
import { OpenReferral } from './open-referral.tsx';
import { printReferrals } from './print-referrals.ts';
import { saveDeskFile } from './save-desk-file.ts';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';
import { useDeskRows } from './use-desk-rows.ts';
import { usePerson } from './use-person.ts';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

/** In the URL: whoever is the first of the list, once it is known. */
const FIRST_ID = 'first';
const NONE: WaitingActs = new Map();
const { adminReferrals, adminReferralsCsv, countAdminReferrals } = adminReferralRoutes;

/** All Referrals of the console, and one of them when the URL names it. */
export function ReferralsPanel({ user, search, onSearch }: PanelProps) {
  const db = useUserDb();
  const waiting = useStored(readWaitingActs) ?? NONE;
  const replace = { replace: true };
  const [typed, type] = useTyped(search.q ?? '', (q) => onSearch({ q: q || undefined }, replace));
  const settled = useSettled(typed);
  const view = viewOf({ ...search, q: settled });
  const found = useDeskRows(view, waiting);
  const list = { ...found, isBehind: found.isBehind || settled !== typed };
  // The URL follows a little after the last letter, which is soon enough for counting.
  const count = useDeskReading(countAdminReferrals, { query: filterOf(viewOf(search)) });
  const counted = count.kind === 'ready' ? count.data : undefined;
  useFirst(list, search.id, (id) => onSearch({ id }, replace));
  const stood = usePlaceStood(list, search.id);
  const act = useDeskAct();
  const bulk: OnBulk = (acts, seen, done) =>
    attempt({ failed: 'Update Failed', done: withUndo(db, { acts, seen }, done) }, () =>
      enqueueActs(db, acts, seen),
    );
  const readMatches: ReadMatches = async (after, signal) => {
    const query = { ...questionOf(view), limit: String(PAGE_MAX_ROWS), after };
    const { rows, next } = await askPage(db, adminReferrals, { query, ...(signal && { signal }) });
    const shown = deskRowsOf(rows, waiting, statusOf(view));
    return { rows: shown.map(({ referral }) => referral), next };
  };
  const handleView = useCallback(
    (patch: Partial<AdminSearch>) => onSearch(patch, { replace: true }),
    [onSearch],
  );
  // The rows of a filter by referrer tell their name.
  const first = list.isBehind ? undefined : list.rowAt(0)?.referral;
  const download = () => {
    const query = { ...questionOf(view), format: 'csv' };
    const day = officeDay(Date.now(), user.timeZone);
    return saveDeskFile(act, `referrals-${day}.csv`, () =>
      askDeskFile(db, adminReferralsCsv, query),
    );
  };
  const print = () => printReferrals({ list, view, columns: search.columns, readMatches });
  return (
    <ReferralDesk
      list={list}
      count={counted}
      view={view}
      typed={typed}
      search={search}
      waiting={waiting.size}
      referrerField={<Referrer id={view.referrer} first={first} onSearch={onSearch} />}
      onType={type}
      onView={handleView}
      onOpen={(id) => onSearch({ id })}
      onMatches={readMatches}
      onFile={download}
      onPrint={print}
      onBulk={bulk}
      onAskPay={askPay}
      details={
        search.id !== undefined &&
        search.id !== FIRST_ID && (
          <OpenReferral
            id={search.id}
            row={list.rowAt(list.placeOf(search.id))}
            act={waiting.get(search.id)}
            beside={besideOf(list, search.id, { total: matchesOf(list, counted).total, stood })}
            onOpen={(id) => onSearch({ id })}
            onStep={(id) => onSearch({ id }, replace)}
            onClose={() => onSearch({ id: undefined })}
          />
        )
      }
    />
  );
}

/** Opens the first one of the list once it is known, if the URL asks for that. */
function useFirst(
  list: ReferralList,
  id: string | undefined,
  onOpen: (id: string | undefined) => void,
) {
  const first = list.isBehind || list.missing ? undefined : list.rowAt(0)?.referral.id;
  const isNobody = !list.isBehind && !list.missing && list.length === 0 && list.rest === 'none';
  useEffect(() => {
    if (id === FIRST_ID && (first !== undefined || isNobody)) onOpen(first);
    // oxlint-disable-next-line react/exhaustive-deps -- opening is a new function each time
  }, [id, first, isNobody]);
}

/** Where the open one stands in the list, or stood before a decision took it out. */
function usePlaceStood(list: ReferralList, id: string | undefined): number | undefined {
  const [stood, setStood] = useState<{ id: string; at: number }>();
  const at = id === undefined ? -1 : list.placeOf(id);
  if (id !== undefined && at >= 0 && (stood?.id !== id || stood.at !== at)) setStood({ id, at });
  return stood?.id === id ? stood?.at : undefined;
}

type ReferrerProps = Pick<PanelProps, 'onSearch'> & {
  /** The user whose referrals are shown; empty for everybody's. */
  id: string;
  first: AdminReferral | undefined;
};

/** Drawn again only when it changes, because that would slow down typing. */
const Referrer = memo(function Referrer({ id, first, onSearch }: ReferrerProps) {
  const db = useUserDb();
  const option = usePerson(id, first);
  return (
    <PersonField
      label="Referred by"
      placeholder="Any referrer"
      chosen={id === '' ? undefined : { id, option }}
      onFind={(typed, signal) => findPeople(db, typed, signal)}
      onChoose={(referrer) => onSearch({ referrer }, { replace: true })}
    />
  );
});
