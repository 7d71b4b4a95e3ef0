import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import { readStatus } from '../../sync/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { useStorageState } from './use-storage-state.ts';

/** Warns if the browser may delete what waits, as Safari does after a week without a visit. */
export function EvictionWarning({ db }: { db: UserDb }) {
  const { protection } = useStorageState();
  const count = useLiveQuery(async () => {
    const { waiting, rejected } = await readStatus(db);
    return waiting + rejected;
  }, [db]);
  if (!count || protection !== 'not-yet') return null;
  return (
    <Banner tone="wait" icon="alert">
      {count === 1 ? '1 unsent item is' : `${count.toLocaleString()} unsent items are`} stored only
      in this browser, which may delete them when the device is full or not used for a week. Send
      them soon, or save them as a file.
    </Banner>
  );
}
