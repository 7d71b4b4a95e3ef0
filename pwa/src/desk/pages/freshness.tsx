import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react';
import { readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { PanelAge } from '../ground/console/panel-age.tsx';
import { useStored } from '../../stored/use-stored.ts';

/** When something a panel shows came from the server; epoch milliseconds, 0 for never. */
export interface ShownAge {
  fetchedAt: number;
  triedAt: number;
  /** Whether it is being fetched, if that is known. */
  isBusy?: boolean;
  refresh: () => Promise<void> | void;
}

type TellFreshness = (id: string, shown: ShownAge | undefined) => void;

const TellContext = createContext<TellFreshness>(() => undefined);

/** The head of a panel, with the age of the oldest data shown and a button that fetches all of it again. */
export function Freshness({ head, children }: { head: ReactNode; children: ReactNode }) {
  const [shown, setShown] = useState<ReadonlyMap<string, ShownAge>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const cut = useStored(readCut);
  const tell = useCallback<TellFreshness>(
    (id, one) => setShown((all) => changed(all, id, one)),
    [],
  );
  const all = [...shown.values()];
  const handleRefresh = () => {
    setAsking(true);
    void Promise.all(all.map(async ({ refresh }) => refresh())).finally(() => setAsking(false));
  };
  const ages = all.map(({ fetchedAt }) => fetchedAt).filter((age) => age > 0);
  return (
    <TellContext value={tell}>
      <div className="panel-head">
        {head}
        <PanelAge
          fetchedAt={ages.length === 0 ? 0 : Math.min(...ages)}
          isBusy={isAsking || all.some(({ isBusy }) => isBusy)}
          hasFailed={all.some(({ fetchedAt, triedAt }) => triedAt > fetchedAt)}
          cut={cut}
          onRefresh={handleRefresh}
        />
      </div>
      {children}
    </TellContext>
  );
}

/** Tells the head of the panel what is shown here while it is shown; undefined while that is unknown. */
export function useTellFreshness(shown: ShownAge | undefined): void {
  const id = useId();
  const tell = useContext(TellContext);
  useEffect(() => tell(id, shown), [tell, id, shown]);
  useEffect(() => () => tell(id, undefined), [tell, id]);
}

function changed(all: ReadonlyMap<string, ShownAge>, id: string, one: ShownAge | undefined) {
  const next = new Map(all);
  if (one) next.set(id, one);
  else next.delete(id);
  return next;
}

async function readCut(db: UserDb): Promise<'offline' | 'blocked' | undefined> {
  const { reach, blocked } = await readSyncState(db);
  if (blocked !== null) return 'blocked';
  return reach === 'ok' ? undefined : 'offline';
}
