import type { BackupState } from '@sunloop/shared-types/ground/admin.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';

const moment = (time: string | null) => (time === null ? 'Never' : formatMoment(time));

/** The server's own backups: whether the newest could be restored, and what went wrong. */
export function BackupsCard({ backups }: { backups: BackupState }) {
  const { savedAt, bytes, rows, verifiedAt, copiedAt, fault, faultAt } = backups;
  const size = `${formatBytes(bytes ?? 0)}, ${formatNumber(rows ?? 0, { digits: 0 })} rows`;
  return (
    <Card title="Backups">
      {fault !== null && (
        <Banner tone="bad" icon="alert">
          {moment(faultAt)}: {fault}
        </Banner>
      )}
      <Facts
        facts={[
          ['Newest', moment(savedAt)],
          ['Size', savedAt === null ? 'None' : size],
          ['Restored and compared', moment(verifiedAt)],
          ['Copied elsewhere', moment(copiedAt)],
        ]}
      />
    </Card>
  );
}
