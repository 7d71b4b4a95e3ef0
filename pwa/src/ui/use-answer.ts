import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What `ask` answers when the component is first drawn, and again whenever `of` changes; until then what was answered
 * before, or undefined. `problem` is why the last one failed, otherwise ''. `setValue` puts a later answer in its place.
 */
export function useAnswer<Value>(
  ask: (signal: AbortSignal, of: string) => Promise<Value>,
  of = '',
) {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState('');
  const begin = useEffectEvent(ask);
  useEffect(() => {
    const gone = new AbortController();
    begin(gone.signal, of).then(setValue, (error: unknown) => {
      if (!gone.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => gone.abort();
  }, [of]);
  return { value, problem, setValue };
}
