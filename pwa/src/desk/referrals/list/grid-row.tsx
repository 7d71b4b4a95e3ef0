import type { ReferralColumn } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { memo, type ReactNode } from 'react';
import { isolate } from '../../../lib/isolate.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { toneOf } from '../../../ui/status-tone.ts';
import { columnText, DESK_COLUMNS } from '../desk-columns.ts';
import type { DeskRow } from '../desk-row.ts';
import { hrefOfReferral } from '../referral-place.ts';

type Props = {
  /** Undefined while its page is read. */
  row: DeskRow | undefined;
  index: number;
  columns: readonly ReferralColumn[];
  isActive: boolean;
  isSelected: boolean;
};

/** One referral in the grid. The grid handles clicks and keys, because handlers in every row would take time. */
export const GridRow = memo(function GridRow({ row, index, columns, ...is }: Props) {
  return (
    <div
      role="row"
      className="desk-grid-row"
      data-index={index}
      // Counted from 1, and the heading is the first row.
      aria-rowindex={index + 2}
      aria-selected={is.isSelected}
      aria-busy={row === undefined || undefined}
      tabIndex={is.isActive ? 0 : -1}
    >
      <span role="gridcell" className="desk-cell-check">
        {row && (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={is.isSelected}
            readOnly
            aria-label={`Select ${row.referral.name}`}
          />
        )}
      </span>
      {columns.map((column) => (
        <span key={column} role="gridcell" data-column={column} title={row && hintOf(column, row)}>
          {row ? cellOf(column, row) : <span className="desk-cell-wait" />}
        </span>
      ))}
    </div>
  );
});

/** The full text, if it may be too long for its column. */
function hintOf(column: ReferralColumn, { referral }: DeskRow): string | undefined {
  if (column === 'referrer') return `${isolate(referral.referrerName)} (${referral.referrerEmail})`;
  return DESK_COLUMNS[column].longText?.(referral) ?? undefined;
}

function cellOf(column: ReferralColumn, row: DeskRow): ReactNode {
  const { referral } = row;
  switch (column) {
    case 'name':
      return <Name row={row} />;
    case 'status':
      return (
        <Badge tone={toneOf(referral.status)} {...(row.isWaiting && { icon: 'clock' })}>
          {columnText(column, referral)}
        </Badge>
      );
    case 'reward':
      return (
        <span data-muted={referral.status !== 'completed'}>{columnText(column, referral)}</span>
      );
    default:
      return columnText(column, referral);
  }
}

function Name({ row: { referral, isDuplicate, isLate, isWaiting } }: { row: DeskRow }) {
  return (
    <>
      <a href={hrefOfReferral(referral.id)} tabIndex={-1}>
        {referral.name}
      </a>
      {isDuplicate && <Mark icon="people" text="Possible duplicate" />}
      {isLate && <Mark icon="clock" text="Arrived late" />}
      {isWaiting && <Mark icon="sync" text="Change waiting to be sent" />}
    </>
  );
}

function Mark({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className="desk-mark" title={text}>
      <Icon name={icon} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
