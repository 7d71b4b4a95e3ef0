import type {
  AdminReferralCount,
  ReferralColumn,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { useState, type ReactNode } from 'react';
import { useIsWide } from '../../../ui/desk/use-is-wide.ts';
import { FileButton, PrintButton } from '../../../ui/forms/file-button.tsx';
import type { AskPay } from '../completion-pay.tsx';
import { matchesOf, referralsText } from '../count-words.ts';
import { columnsOf, type DeskView, isNarrowed, sortOf } from '../desk-view.ts';
import { ListOrReason } from '../list-or-reason.tsx';
import { ListRest } from '../list-rest.tsx';
import { type ReferralList, wholeRows } from '../referral-list.ts';
import { NOTHING_SELECTED, type Selection, withRows } from '../selection.ts';
import { BulkBar, type OnBulk } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { DeskToolbar, NO_FILTER, type ViewPatch } from './desk-toolbar.tsx';
import { ReferralGrid } from './referral-grid.tsx';
import { type ReadMatches, useSelectAll } from './use-select-all.ts';

type Props = {
  list: ReferralList;
  /** What the server counted; undefined while unknown. */
  count: AdminReferralCount | undefined;
  view: DeskView;
  typed: string;
  /** The list's part of the URL. */
  search: ViewPatch & { id?: string | undefined };
  /** Changes that wait to be sent. */
  waiting: number;
  referrerField: ReactNode;
  onType: (text: string) => void;
  onView: (patch: ViewPatch) => void;
  onOpen: (id: string) => void;
  onMatches: ReadMatches;
  onFile: () => Promise<void>;
  onPrint: () => Promise<void>;
  onBulk: OnBulk;
  onAskPay: AskPay;
  /** The one that is open. */
  details: ReactNode;
};

/** Columns for which there is room beside the details, which have the others. */
const BESIDE: ReadonlySet<ReferralColumn> = new Set(['name', 'referrer', 'status', 'date']);

/** All Referrals (SPEC §2), however many there are. */
export function ReferralDesk({ list, count, view, typed, search, waiting, ...props }: Props) {
  const { referrerField, onType, onView, onOpen, onFile, onPrint, ...on } = props;
  const isBeside = useIsWide() && search.id !== undefined;
  const columns = columnsOf(search.columns);
  const matches = matchesOf(list, count);
  const { selection, setSelection } = useSelection(view);
  const whole = JSON.stringify(view);
  const all = useSelectAll(whole, on.onMatches, (rows) =>
    setSelection(withRows(NOTHING_SELECTED, rows)),
  );
  const clear = () => {
    all.cancel();
    setSelection(NOTHING_SELECTED);
  };
  const selectAll = () => {
    const here = wholeRows(list);
    if (!here) return void all.start();
    all.cancel();
    setSelection(withRows(NOTHING_SELECTED, here));
  };
  const sort = (column: ReferralColumn) => {
    const isDescending = view.column === column ? !view.isDescending : column === 'date';
    onView({ sort: sortOf({ ...view, column, isDescending }) });
  };
  const showAll = () => {
    onType('');
    onView(NO_FILTER);
  };
  return (
    <>
      <DeskToolbar
        view={view}
        typed={typed}
        told={referralsText(matches)}
        byStatus={count?.byStatus}
        waiting={waiting}
        referrerField={referrerField}
        onType={onType}
        onView={onView}
      >
        <ColumnChooser columns={columns} onChoose={(text) => onView({ columns: text })} />
        <FileButton label="Export CSV" onFile={onFile} />
        <PrintButton onPrint={onPrint} />
      </DeskToolbar>
      <BulkBar
        selection={seenNow(selection, list)}
        all={isEverything(selection, list) ? undefined : matches.words}
        gathering={all.gathering}
        waiting={waiting}
        onSelectAll={selectAll}
        onCancel={all.cancel}
        onClear={clear}
        onBulk={on.onBulk}
        onAskPay={on.onAskPay}
      />
      <div className="desk-split">
        <div className="stack desk-list" aria-busy={list.isBehind || undefined}>
          <ListOrReason list={list} isNarrowed={isNarrowed(view)} onShowAll={showAll}>
            <ReferralGrid
              list={list}
              total={matches.total}
              view={view}
              columns={isBeside ? columns.filter((column) => BESIDE.has(column)) : columns}
              selection={selection}
              openId={search.id}
              onSelection={setSelection}
              onSelectAll={(isOn) => (isOn ? selectAll() : clear())}
              onSort={sort}
              onOpen={onOpen}
            />
            <ListRest list={list} />
          </ListOrReason>
        </div>
        {on.details}
      </div>
    </>
  );
}

const isEverything = (selection: Selection, list: ReferralList) =>
  list.rest === 'none' && selection.size >= list.length;

/** The selected referrals with what the list shows of them by now. */
function seenNow(selection: Selection, list: ReferralList): Selection {
  const now = (row: AdminReferral) => list.rowAt(list.placeOf(row.id))?.referral ?? row;
  return new Map([...selection].map(([id, row]) => [id, now(row)]));
}

/** The selection belongs to the filter: another one starts with none. */
function useSelection({ q, status, referrer, from, to }: DeskView) {
  const key = JSON.stringify([q, status, referrer, from, to]);
  const [{ of, selection }, set] = useState({ of: key, selection: NOTHING_SELECTED });
  const setSelection = (next: Selection) => set({ of: key, selection: next });
  return { selection: of === key ? selection : NOTHING_SELECTED, setSelection };
}
