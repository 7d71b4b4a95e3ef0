import { Badge } from '../../ui/badge.tsx';
import { UnsentBadge } from '../../ui/unsent-badge.tsx';
import type { ListRow } from '@sunloop/engine/rows.ts';
import { statusBadge } from './status-badge.ts';

/** The state of a referral in a word, wherever its row lives. */
export function RowBadge({ row }: { row: ListRow }) {
  if (row.kind !== 'stored') return <UnsentBadge kind={row.kind} />;
  const { label, tone } = statusBadge(row.referral.status);
  return <Badge tone={tone}>{label}</Badge>;
}
