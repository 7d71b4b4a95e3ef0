import type { ListedReferral } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isCutOff } from '@sunloop/engine/data/sync-state.ts';
import type { SyncState, UserDb } from '@sunloop/engine/data/user-db.ts';
import { questionOf, statusOf } from '../referrals/desk-question.ts';
import { type DeskRow, deskRowsOf } from '../referrals/desk-row.ts';
import type { DeskView } from '../referrals/desk-view.ts';
import {
  findWanted,
  indexesOf,
  type ListPage,
  mergePages,
  type Near,
  NO_PAGES,
} from '../referrals/list-pages.ts';
import { type ReferralList, type Rows, rowsOfPages } from '../referrals/referral-list.ts';
import { readListed, type WaitingActs, type WantedPage } from '@sunloop/engine/acts.ts';
import { type KeptPage, pageQuestion, refreshPage } from '@sunloop/engine/desk.ts';
import { useTellFreshness } from './freshness.tsx';
import { useUserDb } from '../../stored/user-db.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Rows that are fetched before they come onto the screen. */
const ROWS_AHEAD = 60;
/** What is read is looked at anew after so many rows, because with each the whole panel is drawn again. */
const STEP_ROWS = 20;
const TOP = { from: 0, to: 0 };
const NONE: WaitingActs = new Map();

const report = (error: unknown) => console.error('Reading the list failed on this device:', error);

/** What was read of the pages near the screen, by their index. */
interface Read {
  /** The list, and the pages of it that were read. */
  list: string;
  key: string;
  pages: ReadonlyMap<number, KeptPage | undefined>;
  state: SyncState;
  waiting: WaitingActs;
}

/**
 * The referrals that match a view, a page after the other as they are scrolled to: what this device holds of them, live,
 * and fetched if it is missing, touched by a write, older than the first page, or stale when first shown.
 */
export function useReferralList(view: DeskView): ReferralList {
  const asked = questionOf(view);
  const { path: key } = pageQuestion(asked);
  const [list, setList] = useState<Listed & { key: string }>({
    key,
    pages: NO_PAGES,
    status: statusOf(view),
    waiting: NONE,
  });
  const [screen, setScreen] = useState({ key, ...TOP });
  const rows = useRows(list);
  const pages = list.key === key ? list.pages : NO_PAGES;
  const near = screen.key === key && list.key === key ? nearOf(rows, screen) : TOP;
  const { read, last } = useNearPages(asked, { pages, near });
  if (read) {
    const merged = mergePages(pages, read.pages, near);
    // Nothing waiting is the same as before, and draws nothing again.
    const waiting =
      read.waiting.size === 0 && list.waiting.size === 0 ? list.waiting : read.waiting;
    if (merged !== pages || waiting !== list.waiting)
      setList({ key, pages: merged, status: statusOf(view), waiting });
  }
  const { ask, retry } = useAsking(asked, { pages, read });
  useShown(last, ask);

  const request = useCallback(
    (from: number, to: number) =>
      setScreen((now) => {
        const next = {
          key,
          from: from - (from % STEP_ROWS),
          to: to + STEP_ROWS - (to % STEP_ROWS),
        };
        const isSame = now.key === key && now.from === next.from && now.to === next.to;
        return isSame ? now : next;
      }),
    [key],
  );
  return {
    missing: missingOf(last, list.pages !== NO_PAGES),
    isBehind: list.key !== key,
    length: rows.length,
    rest: restOf(rows, last, pages.length - 1),
    rowAt: rows.rowAt,
    placeOf: rows.placeOf,
    request,
    retry,
  };
}

/** The pages of the rows on the screen, with one before them and those that come next. */
function nearOf({ pageAt }: Rows, { from, to }: { from: number; to: number }): Near {
  return { from: Math.max(0, pageAt(from) - 1), to: pageAt(to + ROWS_AHEAD) };
}

/** Reads the first page and those near the screen, live: `last` until these have been read. */
function useNearPages(
  asked: ReturnType<typeof questionOf>,
  { pages, near }: { pages: readonly ListPage[]; near: Near },
): { read: Read | undefined; last: Read | undefined } {
  const { path: list } = pageQuestion(asked);
  const wanted = indexesOf(pages, near).map((index) => {
    const { after, kept } = pages[index] ?? {};
    return { index, kept, question: pageQuestion(asked, after) };
  });
  const key = wanted.map(({ question }) => question.path).join(' ');
  // oxlint-disable-next-line react/exhaustive-deps -- what is wanted is in the key
  const question = useMemo(() => ({ list, key, wanted }), [list, key]);
  const read = useStored(readPages, question);
  // A live query returns the answer to the previous question until it has the new one.
  const last = read?.list === list ? read : undefined;
  return { read: last?.key === key ? last : undefined, last };
}

interface Wanted {
  list: string;
  key: string;
  wanted: readonly (WantedPage & { index: number })[];
}

async function readPages(db: UserDb, { list, key, wanted }: Wanted): Promise<Read> {
  const [state, waiting, found] = await readListed(db, wanted, Date.now());
  const pages = new Map(wanted.map(({ index }, at) => [index, found[at]]));
  return { list, key, state, waiting, pages };
}

/** Fetches what is wanted near the screen, one page after the other; the requests of a question left are given up. */
function useAsking(
  asked: ReturnType<typeof questionOf>,
  { pages, read }: { pages: readonly ListPage[]; read: Read | undefined },
) {
  const db = useUserDb();
  const { path: key } = pageQuestion(asked);
  const leaving = useRef(new AbortController());
  const judged = useRef('');
  useEffect(() => {
    const question = new AbortController();
    leaving.current = question;
    return () => question.abort();
  }, [db, key]);
  const ask = async (index: number) => {
    const { signal } = leaving.current;
    const firstSerial = read?.pages.get(0)?.serial ?? 0;
    const question = pageQuestion(asked, pages[index]?.after);
    const options = index === 0 ? { signal } : { signal, firstSerial };
    try {
      await refreshPage(db, question, options);
    } catch (error) {
      if (signal.aborted) return;
      // It joined a request that was given up, because the person had left this question for a moment.
      if (isAbort(error)) await ask(index);
      else report(error);
    }
  };
  useEffect(() => {
    if (!read) return;
    const isCut = isCutOff(read.state);
    const wanted = isCut ? undefined : findWanted(read.pages, judged.current !== key);
    judged.current = isCut ? '' : key;
    if (wanted !== undefined) void ask(wanted);
    // oxlint-disable-next-line react/exhaustive-deps -- `ask` is of the same render as `read`
  }, [db, key, read]);
  return {
    ask,
    retry: () => {
      const failed = [...(read?.pages ?? [])].find(([, kept]) => kept && !kept.rows);
      void ask(failed?.[0] ?? 0);
    },
  };
}

/** Tells the head of the panel how old the oldest page near the screen is. */
function useShown(read: Read | undefined, ask: (index: number) => Promise<void>): void {
  const refresh = useRef(ask);
  useEffect(() => {
    refresh.current = ask;
  });
  const known = [...(read?.pages.values() ?? [])].filter((page) => page !== undefined);
  const fetchedAt = Math.min(...known.map((page) => page.fetchedAt).filter((at) => at > 0));
  const triedAt = Math.max(...known.map((page) => page.triedAt));
  const isKnown = known.length > 0;
  useTellFreshness(
    useMemo(
      () =>
        isKnown
          ? {
              fetchedAt: Number.isFinite(fetchedAt) ? fetchedAt : 0,
              triedAt,
              refresh: () => refresh.current(0),
            }
          : undefined,
      [isKnown, fetchedAt, triedAt],
    ),
  );
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

interface Listed {
  pages: readonly ListPage[];
  status: string | undefined;
  waiting: WaitingActs;
}

/** The rows of the pages with what waits to be sent; unchanged pages give the same rows, which are not drawn again. */
function useRows({ pages, status, waiting }: Listed): Rows {
  const made = useMemo(
    () => ({ waiting, status, rows: new WeakMap<readonly ListedReferral[], DeskRow[]>() }),
    [waiting, status],
  );
  return useMemo(
    () =>
      rowsOfPages(pages, ({ kept }) => {
        if (!kept?.rows) return undefined;
        const rows = made.rows.get(kept.rows) ?? deskRowsOf(kept.rows, made.waiting, made.status);
        made.rows.set(kept.rows, rows);
        return rows;
      }),
    [pages, made],
  );
}

function missingOf(read: Read | undefined, hasRows: boolean): ReferralList['missing'] {
  const first = read?.pages.get(0);
  if (first?.rows) return undefined;
  if (read && isCutOff(read.state)) return 'offline';
  if (first) return 'error';
  // Meanwhile the rows of the previous question are shown.
  return hasRows ? undefined : 'loading';
}

function restOf(rows: Rows, read: Read | undefined, lastPage: number): ReferralList['rest'] {
  if (rows.isWhole) return 'none';
  if (read && isCutOff(read.state)) return 'offline';
  const page = read?.pages.get(lastPage);
  return page && !page.rows ? 'error' : 'loading';
}
