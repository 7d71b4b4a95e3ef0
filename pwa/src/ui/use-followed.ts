import { useEffect, useState } from 'react';
import type { Follow } from '../lib/follow.ts';

/**
 * The last value `follow` has told of, undefined until the first; throws what it fails with into the page. `follow`
 * must be the same function while nothing else is asked for.
 */
export function useFollowed<T>(follow: Follow<T>): T | undefined {
  const [held, setHeld] = useState<{ value: T } | { error: unknown }>();
  useEffect(
    () =>
      follow(
        (value) => setHeld({ value }),
        (error) => setHeld({ error }),
      ),
    [follow],
  );
  // The page's own error screen tells what to do about a storage that cannot be read.
  if (held && 'error' in held) throw held.error;
  return held?.value;
}
