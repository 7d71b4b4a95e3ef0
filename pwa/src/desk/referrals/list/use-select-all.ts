import type { AdminReferral } from '@sunloop/shared-types/referrals/referral.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NotSent } from '@sunloop/engine/api/problems.ts';
import { type Page, readPages } from '../../../lib/read-pages.ts';
import { WAITING_ACTS_MAX } from './bulk-acts.ts';

/** Asks for the page of what matches after a cursor, as the server has it; throws if there is no answer. */
export type ReadMatches = (
  after: string | undefined,
  signal?: AbortSignal,
) => Promise<Page<AdminReferral>>;

/** How selecting everything that matches stands. */
export type Gathering =
  | { kind: 'none' }
  | { kind: 'running'; count: number }
  /** There are more than may be changed at once. */
  | { kind: 'cut' }
  | { kind: 'failed'; message: string };

type Stated = { key: string; gathering: Gathering };

const NONE: Gathering = { kind: 'none' };

/**
 * Reads everything that matches, a page after the other, up to as many as may be changed at once. Given up when the
 * question (`key`) changes.
 */
export function useSelectAll(
  key: string,
  read: ReadMatches,
  onSelected: (rows: readonly AdminReferral[]) => void,
) {
  const [state, setState] = useState<Stated>({ key, gathering: NONE });
  const running = useRef<{ key: string; leaving: AbortController }>(undefined);
  const stop = (of: string) => {
    if (running.current?.key === of) running.current.leaving.abort();
  };
  const stopNow = useEffectEvent(stop);
  useEffect(() => () => stopNow(key), [key]);
  const set = (gathering: Gathering) => setState({ key, gathering });
  const start = async () => {
    stop(key);
    const leaving = new AbortController();
    running.current = { key, leaving };
    const { signal } = leaving;
    const tell = (count: number) => {
      if (!signal.aborted) set({ kind: 'running', count });
    };
    tell(0);
    try {
      const ask = (after: string | undefined) => read(after, signal);
      const { rows, isCut } = await readPages(ask, WAITING_ACTS_MAX, tell);
      if (signal.aborted) return;
      set({ kind: isCut ? 'cut' : 'none' });
      onSelected(rows);
    } catch (error) {
      if (signal.aborted) return;
      set({ kind: 'failed', message: messageOf(error) });
    }
  };
  const cancel = () => {
    stop(key);
    set(NONE);
  };
  return { gathering: state.key === key ? state.gathering : NONE, start, cancel };
}

function messageOf(error: unknown): string {
  if (error instanceof NotSent) return 'Selecting everything needs a connection.';
  return error instanceof Error ? error.message : String(error);
}
