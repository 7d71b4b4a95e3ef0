import { DAY_MS } from '@sunloop/shared-types/limits.ts';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { Banner } from '../../ui/banner.tsx';
import { useStorageState } from './use-storage-state.ts';

/** Only after this long: what is sent in a moment is in no danger. */
const LONG_MS = DAY_MS;

/** Warns if the browser may delete what has waited for long, as Safari does after a week without a visit. */
export function EvictionWarning({ db }: { db: UserDb }) {
  const { protection } = useStorageState();
  const count = useLiveQuery(async () => {
    // Started together, because Dexie may not track a read after an await.
    const all = Promise.all([
      readStatus(db),
      db.outbox.toCollection().first(),
      db.rejected.toArray(),
    ]);
    const [{ waiting, rejected }, entry, refused] = await all;
    const times = [entry, ...refused].map((of) => of?.savedAt ?? Infinity);
    return Date.now() - Math.min(...times) < LONG_MS ? 0 : waiting + rejected;
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
