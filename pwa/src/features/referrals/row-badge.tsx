import { Badge } from '../../ui/badge.tsx';
import { statusBadge, type ListRow } from './list-rows.ts';

/** The state of a referral in a word, wherever its row lives. */
export function RowBadge({ row }: { row: ListRow }) {
  switch (row.kind) {
    case 'rejected':
      return (
        <Badge tone="bad" icon="alert">
          Needs a fix
        </Badge>
      );
    case 'waiting':
      return (
        <Badge tone="wait" icon="clock">
          Waiting to send
        </Badge>
      );
    case 'stored': {
      const { label, tone } = statusBadge(row.referral.status);
      return <Badge tone={tone}>{label}</Badge>;
    }
  }
}
