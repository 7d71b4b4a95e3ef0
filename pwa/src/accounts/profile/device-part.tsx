import { Link } from '@tanstack/react-router';
import { readLastHeard } from '@sunloop/engine/read.ts';
import { readStatus } from '@sunloop/engine/status.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { useStored } from '../../stored/use-stored.ts';
import { ProtectionNote } from './protection-note.tsx';
import { useStorageState } from './use-storage-state.ts';

/** What this device holds for the person and how safe it is there (DESIGN, Storage). */
export function DevicePart() {
  const lastSentAt = useStored(readStatus)?.lastSentAt;
  const lastSync = useStored(readLastHeard);
  const storage = useStorageState();
  const sentences = [
    lastSentAt && `Last sent ${formatMoment(lastSentAt)}.`,
    lastSync && `Up to date as of ${formatMoment(lastSync)}.`,
    storage.usedBytes !== undefined && `Sunloop uses ${formatBytes(storage.usedBytes)} here.`,
  ].filter(Boolean);
  return (
    <>
      <p>
        {sentences.join(' ')}{' '}
        <Link to="." search={(now) => ({ ...now, waiting: 1 as const })}>
          Sent and waiting
        </Link>
      </p>
      <ProtectionNote {...storage} />
    </>
  );
}
