import type { AdminReferral } from '@sunloop/shared-types';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NotSent } from '../../../api/problems.ts';
import { WAITING_ACTS_MAX } from './bulk-acts.ts';

/** A page of what matches, as the server has it. */
interface MatchPage {
  rows: readonly AdminReferral[];
  next: string | undefined;
}
/** Asks for the page after a cursor; throws if there is no answer. */
export type ReadMatches = (after: string | undefined, signal: AbortSignal) => Promise<MatchPage>;

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
    const found: AdminReferral[] = [];
    set({ kind: 'running', count: 0 });
    try {
      let after: string | undefined;
      do {
        const page = await read(after, signal);
        if (signal.aborted) return;
        found.push(...page.rows);
        after = page.next;
        set({ kind: 'running', count: Math.min(found.length, WAITING_ACTS_MAX) });
      } while (after !== undefined && found.length < WAITING_ACTS_MAX);
      const isCut = after !== undefined || found.length > WAITING_ACTS_MAX;
      set({ kind: isCut ? 'cut' : 'none' });
      onSelected(found.slice(0, WAITING_ACTS_MAX));
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
