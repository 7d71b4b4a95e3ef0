import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { readStatus } from '../../sync/status.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useStorageState } from './use-storage-state.ts';

/** What this device holds for the person and how safe it is there (DESIGN, Storage). */
export function DeviceCard({ db }: { db: UserDb }) {
  const status = useLiveQuery(() => readStatus(db), [db]);
  const storage = useStorageState();
  const moment = (time: number | null | undefined) => (time ? formatMoment(time) : 'Not yet');
  return (
    <Card title="This device">
      <Facts
        facts={[
          ['Waiting to send', String(status?.waiting ?? 0)],
          ['Not accepted', String(status?.rejected ?? 0)],
          ['Last sent', moment(status?.lastSentAt)],
          ['Last sync', moment(status?.lastSyncAt)],
          ['Space used', storage.used],
          ['Protected from clean-up', storage.isPersisted],
        ]}
      />
    </Card>
  );
}
