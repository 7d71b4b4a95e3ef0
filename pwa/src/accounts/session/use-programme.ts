import type { HelpContact } from '@sunloop/shared-types/program/ladder.ts';
import { useEffect, useState } from 'react';
import { whenBack } from '../../lib/when-back.ts';

/** What the sign-in page says about the program, and whether the server can be reached. */
export interface ProgramPromise {
  /** What it pays, in a sentence: as the server says now, otherwise as this browser last heard. */
  promise: string;
  /** Unknown until the server says, because an old number may be wrong. */
  help?: HelpContact | undefined;
  /** Whether a forgotten password can be replaced by a message. */
  hasMail?: boolean;
  /** What the identity provider is called, if people may sign in by one. */
  sso?: string | undefined;
  /** The last request got no answer. What the browser thinks of the connection is often wrong. */
  isAway?: boolean;
}

const UNKNOWN: ProgramPromise = { promise: 'A reward for every friend who goes solar.' };

/** Asks for the program, again when the network is lost, and after a request without answer when it may be back. */
export function useProgramme(): ProgramPromise {
  const [told, setTold] = useState(UNKNOWN);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const tell = (news: Partial<ProgramPromise>) => setTold((now) => ({ ...now, ...news }));
    const ask = async () => {
      try {
        const { askProgramme } = await import('./ask-programme.ts');
        await askProgramme(tell);
      } catch (error) {
        console.warn('The program could not be asked for:', error);
        tell({ isAway: true });
        whenBack(() => void ask(), signal);
      }
    };
    void ask();
    addEventListener('offline', () => void ask(), { signal });
    return () => gone.abort();
  }, []);
  return told;
}
