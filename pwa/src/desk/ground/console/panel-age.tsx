import { useEffect, useState } from 'react';
import { formatAge } from '../../../lib/format-age.ts';
import { Button } from '../../../ui/button.tsx';
import './panel-age.css';

const TICK_MS = 15_000;

/** How current the data of a panel is; epoch milliseconds, 0 for never. */
interface PanelFreshness {
  fetchedAt: number;
  isBusy: boolean;
  hasFailed: boolean;
  /** Why it cannot be fetched now. */
  cut: 'offline' | 'blocked' | undefined;
}

type Props = PanelFreshness & { onRefresh: () => void };

/**
 * The desk neither polls nor fetches on focus (SPEC §9): it shows the age of its data, live, and fetches on request.
 */
export function PanelAge({ fetchedAt, isBusy, hasFailed, cut, onRefresh }: Props) {
  const now = useNow(fetchedAt);
  const why = whyNot({ hasFailed, cut });
  const isIdle = isBusy || cut !== undefined;
  return (
    <div className="panel-age">
      <div className="panel-age-words">
        {fetchedAt > 0 && <p>{formatAge(fetchedAt, now)}</p>}
        <p role="status">{isBusy ? 'Refreshing …' : why}</p>
      </div>
      {/* Not disabled, because the browser would take the focus away. */}
      <Button
        variant="quiet"
        size="sm"
        icon="sync"
        aria-disabled={isIdle}
        aria-busy={isBusy}
        onPress={() => !isIdle && onRefresh()}
      >
        Refresh
      </Button>
    </div>
  );
}

function whyNot({ hasFailed, cut }: Pick<PanelFreshness, 'hasFailed' | 'cut'>): string {
  if (cut === 'offline') return 'No connection to refresh it';
  if (cut === 'blocked') return 'Sign in to refresh it';
  return hasFailed ? 'It could not be refreshed' : '';
}

/** The current time, updated now and then, and at once when something newer came. */
function useNow(newest: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return Math.max(now, newest);
}
