import type { HelpContact } from '@sunloop/shared-types';
import { useEffect, useState } from 'react';

/** What the sign-in page tells about the program. */
export interface Told {
  /** What it pays, in a sentence: as the server tells it now, else as this browser last heard it. */
  promise: string;
  /** Unknown until the server tells it, for a number of last year would be untrue. */
  help?: HelpContact | undefined;
}

const UNKNOWN: Told = { promise: 'A reward for every friend who goes solar.' };

export function useProgramme(): Told {
  const [told, setTold] = useState(UNKNOWN);
  useEffect(() => {
    import('./ask-programme.ts')
      .then(({ askProgramme }) => askProgramme(setTold))
      .catch((error: unknown) => console.warn('The programme could not be asked for:', error));
  }, []);
  return told;
}
