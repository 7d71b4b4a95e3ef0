import { useEffect, useState } from 'react';

const UNKNOWN = 'A reward for every friend who goes solar.';

/** What the programme pays, in a sentence: as the server tells it now, else as this browser last heard it. */
export function usePromise(): string {
  const [promise, setPromise] = useState(UNKNOWN);
  useEffect(() => {
    import('./ask-promise.ts')
      .then(({ askPromise }) => askPromise(setPromise))
      .catch((error: unknown) => console.warn('What rewards pay could not be asked:', error));
  }, []);
  return promise;
}
