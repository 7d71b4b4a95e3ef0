import { useEffect, useState } from 'react';
import type { Follow } from '@sunloop/engine/lib/follow.ts';

/**
 * The last value `follow` has reported, undefined before the first; throws its failure into the page. `follow` must
 * stay the same function while the question is the same.
 */
export function useFollow<T>(follow: Follow<T>): T | undefined {
  const [held, setHeld] = useState<{ value: T } | { error: unknown }>();
  useEffect(
    () =>
      follow(
        (value) =>
          setHeld((last) => (last && 'value' in last && last.value === value ? last : { value })),
        (error) => setHeld({ error }),
      ),
    [follow],
  );
  // The page's error screen says what to do about storage that cannot be read.
  if (held && 'error' in held) throw held.error;
  return held?.value;
}
