import type { HelpContact } from '@sunloop/shared-types';
import { useEffect, useState } from 'react';

/** What the sign-in page says about the program. */
export interface Told {
  /** What it pays, in a sentence: as the server says now, otherwise as this browser last heard. */
  promise: string;
  /** Unknown until the server says, because an old number may be wrong. */
  help?: HelpContact | undefined;
}

const UNKNOWN: Told = { promise: 'A reward for every friend who goes solar.' };

export function useProgramme(): Told {
  const [told, setTold] = useState(UNKNOWN);
  useEffect(() => {
    import('./ask-programme.ts')
      .then(({ askProgramme }) => askProgramme(setTold))
      .catch((error: unknown) => console.warn('The program could not be asked for:', error));
  }, []);
  return told;
}
