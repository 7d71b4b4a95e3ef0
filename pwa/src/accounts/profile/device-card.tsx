import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Link } from '@tanstack/react-router';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ProtectionNote } from './protection-note.tsx';
import { useOfflineReady } from './use-offline-ready.ts';
import { useStorageState } from './use-storage-state.ts';
import { readLastHeard } from '@sunloop/engine/read.ts';
import { useStored } from '../../stored/use-stored.ts';

const PROTECTION = { protected: 'Yes', 'not-yet': 'Not yet', unknown: 'Unknown' } as const;

/** What this device holds for the person and how safe it is there (DESIGN, Storage). */
export function DeviceCard({ role }: { role: User['role'] }) {
  const status = useStored(readStatus);
  const lastSync = useStored(readLastHeard);
  const isReady = useOfflineReady(role);
  const storage = useStorageState();
  const moment = (time: number | null | undefined) => (time ? formatMoment(time) : 'Not yet');
  const { usedBytes } = storage;
  return (
    <Card
      title="This device"
      action={
        <Link to="." search={(now) => ({ ...now, waiting: 1 as const })}>
          Waiting to send
        </Link>
      }
    >
      <Facts
        facts={[
          ['Works without signal', isReady ? 'Yes' : 'Not yet'],
          ['Waiting to send', shownCount(status?.waiting)],
          ['Needs a fix', shownCount(status?.rejected)],
          ['Last sent', moment(status?.lastSentAt)],
          ['Last sync', moment(lastSync)],
          ['Space used', usedBytes === undefined ? 'Unknown' : formatBytes(usedBytes)],
          ['Kept when space runs low', PROTECTION[storage.protection ?? 'unknown']],
        ]}
      />
      <ProtectionNote {...storage} />
    </Card>
  );
}

/** A figure; nothing until it is known. */
const shownCount = (count: number | undefined) => (count === undefined ? '–' : String(count));
