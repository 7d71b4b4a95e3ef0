import { CatchBoundary, type ErrorComponentProps, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { PanelBroke } from '../ground/console/panel-broke.tsx';
import type { Place } from '../ground/find/find-places.ts';
import { whenIdle } from '../../ui/when-idle.ts';

const loadFind = async () => ({ default: (await import('./admin-find.tsx')).FindPart });
const FindPart = lazy(loadFind);

type Props = { isOpen: boolean; onClose: () => void };

/** The finder over whichever panel is shown; fetched beforehand, because people type as soon as they open it. */
export function AdminFinder({ isOpen, onClose }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const gone = new AbortController();
    const fetchIt = () =>
      loadFind().catch((error: unknown) =>
        console.warn('The finder could not be fetched beforehand:', error),
      );
    whenIdle(() => void fetchIt(), gone.signal);
    return () => gone.abort();
  }, []);
  if (!isOpen) return null;
  const handleGo = ({ search }: Place) => {
    onClose();
    // With an id, the panel itself scrolls to the place.
    void navigate({ to: '/admin', search, resetScroll: search['id'] === undefined });
  };
  return (
    <CatchBoundary getResetKey={() => 'finder'} errorComponent={FinderBroke}>
      <Suspense>
        <FindPart onGo={handleGo} onClose={onClose} />
      </Suspense>
    </CatchBoundary>
  );
}

function FinderBroke({ error, reset }: ErrorComponentProps) {
  const reason = error instanceof Error ? error.message : String(error);
  return <PanelBroke what="The finder" reason={reason} onRetry={reset} />;
}
