import { useLiveQuery } from 'dexie-react-hooks';
import { readSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { Banner } from '../../ui/banner.tsx';

/** Referrals wait for a connection by themselves; changes to the account do not. */
export function NeedsConnection({ db }: { db: UserDb }) {
  const reach = useLiveQuery(async () => (await readSyncState(db)).reach, [db], 'ok');
  if (reach === 'ok') return null;
  return (
    <Banner tone="wait" icon="cloudOff">
      Changes to your account need a connection. This is your data as of the last one.
    </Banner>
  );
}
