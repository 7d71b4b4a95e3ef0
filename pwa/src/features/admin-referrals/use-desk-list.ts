import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type DeskClient, deskOf, holdDesk } from './desk-client.ts';
import type { DeskState } from './desk-messages.ts';
import type { DeskCounts, DeskRow, DeskView, ListPage } from './desk-view.ts';
import type { WaitingActs } from './referral-table.ts';

/** Rows requested beyond those on the screen, in each direction; when half of them are used up, more are requested. */
const MARGIN = 120;
const FIRST_ROWS = MARGIN;

/** The list as a page sees it: its length, and the rows near the screen. */
export interface DeskList {
  /** Nothing of this list has been seen yet. */
  isLoading: boolean;
  /** Only the first rows were read; the rest and the counts follow in a moment. */
  isPartial: boolean;
  /** What is shown still belongs to the previous view. */
  isBehind: boolean;
  total: number;
  counts: DeskCounts;
  rowAt: (index: number) => DeskRow | undefined;
  /** Says which rows are on the screen. */
  request: (from: number, to: number) => void;
  state: DeskState;
}

/** The worker that holds the list, while it is in use. */
export function useDesk(userId: string, waiting: WaitingActs): DeskClient {
  const client = deskOf(userId);
  useEffect(() => holdDesk(userId), [userId]);
  useEffect(() => client.showWaiting(waiting), [client, waiting]);
  return client;
}

/** The state of the worker's list, live. */
export function useDeskState(client: DeskClient): { state: DeskState; changes: number } {
  const state = useSyncExternalStore(client.subscribe, () => client.state);
  const changes = useSyncExternalStore(client.subscribe, () => client.changes);
  return { state, changes };
}

/** What a view shows near the screen; requested again when something changed. */
export function useDeskList(client: DeskClient, view: DeskView): DeskList {
  const { state, changes } = useDeskState(client);
  const [shown, setShown] = useState<{ page: ListPage; key: string }>();
  const page = shown?.page;
  const key = JSON.stringify(view);
  const near = useRef({ key, from: 0, to: FIRST_ROWS });

  const ask = useCallback(() => {
    if (near.current.key !== key) near.current = { key, from: 0, to: FIRST_ROWS };
    const { from, to } = near.current;
    const asked = JSON.parse(key) as DeskView;
    client.list({ view: asked, from, to }, (next) =>
      setShown((now) => ({ page: reuse(now?.page, next), key })),
    );
  }, [client, key]);
  useEffect(ask, [ask, changes]);

  const request = useCallback(
    (from: number, to: number) => {
      const { from: first, to: last } = near.current;
      const isNear = (first === 0 || from - MARGIN / 2 >= first) && to + MARGIN / 2 <= last;
      if (isNear) return;
      near.current = { key, from: Math.max(0, from - MARGIN), to: to + MARGIN };
      ask();
    },
    [ask, key],
  );
  const rowAt = useCallback((index: number) => page?.rows[index - page.from], [page]);
  return {
    isLoading: page === undefined || (page.total === 0 && !state.isLoaded),
    isPartial: page?.isPartial ?? true,
    isBehind: shown?.key !== key,
    total: page?.total ?? 0,
    counts: page?.counts ?? {},
    rowAt,
    request,
    state,
  };
}

/** Unchanged rows stay the same objects, so that they are not drawn again. */
function reuse(before: ListPage | undefined, next: ListPage): ListPage {
  if (!before) return next;
  const known = new Map(before.rows.map((row) => [row.referral.id, row]));
  const rows = next.rows.map((row) => {
    const old = known.get(row.referral.id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
  return { ...next, rows };
}
