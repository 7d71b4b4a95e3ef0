import { useEffect, useState } from 'react';
import { formatAge } from '../../lib/format-age.ts';
import { Button } from '../../ui/button.tsx';
import './panel-age.css';

const TICK_MS = 15_000;

/** How what a panel shows stands with the server; epoch milliseconds, 0 for never. */
interface Standing {
  fetchedAt: number;
  isBusy: boolean;
  hasFailed: boolean;
  /** Why it cannot be asked for now. */
  cut: 'offline' | 'blocked' | undefined;
}

type Props = Standing & { onRefresh: () => void };

/** The desk neither polls nor asks on focus (SPEC §9): it tells its age, live, and asks when told to. */
export function PanelAge({ fetchedAt, isBusy, hasFailed, cut, onRefresh }: Props) {
  const now = useNow(fetchedAt);
  const why = whyNot({ hasFailed, cut });
  const isIdle = isBusy || cut !== undefined;
  return (
    <div className="panel-age">
      <div className="panel-age-words">
        {fetchedAt > 0 && <p>{formatAge(fetchedAt, now)}</p>}
        <p role="status">{isBusy ? 'Asking the server …' : why}</p>
      </div>
      {/* Stays enabled for the browser, which takes the focus away from what it disables. */}
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

function whyNot({ hasFailed, cut }: Pick<Standing, 'hasFailed' | 'cut'>): string {
  if (cut === 'offline') return 'No connection to refresh it';
  if (cut === 'blocked') return 'Sign in to refresh it';
  return hasFailed ? 'It could not be refreshed' : '';
}

/** The time, followed; at once where something newer came. */
function useNow(newest: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return Math.max(now, newest);
}
