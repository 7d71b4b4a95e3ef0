import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { OlderState } from './use-audit-lines.ts';

/** Older lines are loaded while the end of the list is still this far below the screen. */
const AHEAD = '600px';

type Props = { state: OlderState; problem: string | undefined; onLoad: () => void };

/** The end of the list so far: more is loaded when it comes near, or by a button for people who do not scroll. */
export function OlderLines({ state, problem, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    // After a failure, only the person can retry.
    if (state !== 'more' || !end.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { rootMargin: AHEAD },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [state]);
  return (
    <div className="audit-end" ref={end}>
      {state === 'end' && <p className="muted">That is all.</p>}
      {state === 'loading' && <Spinner label="Loading older entries" />}
      {state === 'failed' && <p role="alert">Older entries could not be loaded. {problem}</p>}
      {(state === 'more' || state === 'failed') && (
        <Button variant="quiet" size="sm" onPress={onLoad}>
          {state === 'failed' ? 'Try again' : 'Load older entries'}
        </Button>
      )}
    </div>
  );
}
