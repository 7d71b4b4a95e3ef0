import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/reading.tsx';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { BulkBar, type OnBulk } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import type { AskPay } from '../completion-pay.tsx';
import type { DeskClient } from '../desk-client.ts';
import { missingOf } from '../desk-standing.ts';
import { DeskToolbar, type ViewPatch } from './desk-toolbar.tsx';
import { columnsOf, type DeskView, isNarrowed, sortOf, viewOf } from '../desk-view.ts';
import type { ColumnId } from '../desk-columns.ts';
import { ReferralGrid } from './referral-grid.tsx';
import { countSelected, NOTHING_SELECTED, type Selection } from '../selection.ts';
import { type DeskList, useDeskList } from '../use-desk-list.ts';

const SKELETON_LINES = 8;

type Props = {
  client: DeskClient;
  /** The list's part of the URL. */
  search: ViewPatch;
  onView: (patch: ViewPatch) => void;
  onOpen: (id: string) => void;
  /** Changes that wait to be sent. */
  waiting: number;
  onBulk: OnBulk;
  onAskPay: AskPay;
};

/** All Referrals (SPEC §2), however many there are. */
export function ReferralDesk({ client, search, waiting, onView, onOpen, ...on }: Props) {
  const [typed, type] = useTyped(search.q ?? '', (q) => onView({ q: q || undefined }));
  const view = viewOf({ ...search, q: typed });
  const columns = columnsOf(search.columns);
  const list = useDeskList(client, view);
  const { selection, setSelection } = useSelection(view);
  const count = countSelected(selection, list.total);
  const sort = (column: ColumnId) => {
    const isDescending = view.column === column ? !view.isDescending : column === 'date';
    onView({ sort: sortOf({ ...view, column, isDescending }) });
  };
  return (
    <>
      <DeskToolbar
        client={client}
        list={list}
        view={view}
        typed={typed}
        onType={type}
        onView={onView}
      >
        <ColumnChooser columns={columns} onChoose={(text) => onView({ columns: text })} />
        <Button
          variant="quiet"
          size="sm"
          icon="download"
          isDisabled={list.total === 0}
          onPress={() => void exportCsv(client, view)}
        >
          Export CSV
        </Button>
      </DeskToolbar>
      {count > 0 && (
        <BulkBar
          client={client}
          view={view}
          selection={selection}
          count={count}
          total={list.total}
          onSelection={setSelection}
          waiting={waiting}
          {...on}
        />
      )}
      <ListOrReason list={list} client={client} view={view} onView={onView} onType={type}>
        <ReferralGrid
          list={list}
          view={view}
          columns={columns}
          selection={selection}
          onSelection={setSelection}
          onSort={sort}
          onOpen={onOpen}
        />
      </ListOrReason>
    </>
  );
}

type ListProps = {
  list: DeskList;
  client: DeskClient;
  view: DeskView;
  onView: (patch: ViewPatch) => void;
  onType: (text: string) => void;
  children: ReactNode;
};

/** The list, or why there is none. */
function ListOrReason({ list, client, view, onView, onType, children }: ListProps) {
  const { state } = list;
  // The first rows come before the state of the list is known.
  const missing = list.total > 0 ? undefined : missingOf(state);
  if (missing === 'offline') {
    return (
      <EmptyState icon="cloudOff" title="All referrals appear here once there is a connection." />
    );
  }
  if (missing === 'error') {
    return (
      <EmptyState icon="alert" title="The referrals could not be loaded.">
        <Button variant="quiet" size="sm" icon="sync" onPress={() => client.refresh()}>
          Try again
        </Button>
      </EmptyState>
    );
  }
  if (missing === 'loading' || list.isLoading) {
    return (
      <>
        {state.isFetching && (
          <p className="muted" role="status">
            {`Fetching all referrals to this device: ${formatNumber(state.received)} so far`}
          </p>
        )}
        <Skeleton lines={SKELETON_LINES} label="All referrals: loading" />
      </>
    );
  }
  if (list.total === 0 && !isNarrowed(view)) {
    return <EmptyState icon="people" title="No referrals yet. They appear here as they come in." />;
  }
  if (list.total === 0) {
    const clear = () => {
      onType('');
      onView({
        q: undefined,
        status: undefined,
        referrer: undefined,
        from: undefined,
        to: undefined,
      });
    };
    return (
      <EmptyState icon="search" title="No referral matches these filters.">
        <Button variant="quiet" size="sm" onPress={clear}>
          Show all
        </Button>
      </EmptyState>
    );
  }
  return children;
}

/** The selection belongs to the view: another view starts with none. */
function useSelection({ q, status, referrer, from, to }: DeskView) {
  const key = JSON.stringify([q, status, referrer, from, to]);
  const [{ of, selection }, set] = useState({ of: key, selection: NOTHING_SELECTED });
  const setSelection = (next: Selection) => set({ of: key, selection: next });
  return { selection: of === key ? selection : NOTHING_SELECTED, setSelection };
}

async function exportCsv(client: DeskClient, view: DeskView): Promise<void> {
  const file = await client.ask({ kind: 'csv', view });
  saveFile(`referrals-${new Date().toISOString().slice(0, 10)}.csv`, file);
}
