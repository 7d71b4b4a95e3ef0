import type { BackupState } from '@sunloop/shared-types';
import { formatMoment } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

const BYTES_A_MB = 1_000_000;
const moment = (time: string | null) => (time === null ? 'Never' : formatMoment(Date.parse(time)));

/** The server's own backups: whether the newest could be restored, and what went wrong. */
export function BackupsCard({ backups }: { backups: BackupState }) {
  const { savedAt, bytes, rows, verifiedAt, copiedAt, fault, faultAt } = backups;
  const size = `${formatNumber((bytes ?? 0) / BYTES_A_MB, { digits: 1 })} MB, ${formatNumber(rows ?? 0, { digits: 0 })} rows`;
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
