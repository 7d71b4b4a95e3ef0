import type { User } from '@sunloop/shared-types';
import { useEffect, useState } from 'react';

/** Asks the server for users by part of their name or email. */
export type FindUsers = (q: string, signal: AbortSignal) => Promise<User[]>;

export type FoundUsers =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'found'; users: User[] }
  | { kind: 'failed'; message: string };

/** How long somebody must have stopped typing before the server is asked. */
const TYPING_PAUSE_MS = 200;

type Answer = { question: string; found: FoundUsers };

/** The users that match what is typed; a newer search cancels an older one. */
export function useUserSearch(findUsers: FindUsers, typed: string) {
  const q = typed.trim();
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const question = `${tries} ${q}`;
  useEffect(() => {
    if (q === '') return undefined;
    const gone = new AbortController();
    const search = async () => {
      const found = await foundBy(findUsers, q, gone.signal);
      if (!gone.signal.aborted) setAnswer({ question, found });
    };
    const timer = setTimeout(() => void search(), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [findUsers, q, question]);
  const found = answer?.question === question ? answer.found : SEARCHING;
  return { found: q === '' ? IDLE : found, retry: () => setTries(tries + 1) };
}

const IDLE: FoundUsers = { kind: 'idle' };
const SEARCHING: FoundUsers = { kind: 'searching' };

async function foundBy(findUsers: FindUsers, q: string, signal: AbortSignal): Promise<FoundUsers> {
  try {
    return { kind: 'found', users: await findUsers(q, signal) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
