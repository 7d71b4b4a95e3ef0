import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { DeskRow } from '../desk-row.ts';
import { toneOf } from '../../../ui/status-tone.ts';

type Props = {
  id: string;
  /** Undefined until it has been read. */
  row: DeskRow | undefined;
  /** Counted from 1. */
  place: number;
  total: number | undefined;
  isActive: boolean;
  chosenId: string | undefined;
  onChoose: () => void;
};

/** One referral of the list, which handles its keys. */
export function StatusOption({ id, row, place, total, isActive, chosenId, onChoose }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the listbox has the focus and its keys
    <div
      className="status-option"
      role="option"
      id={id}
      aria-selected={row !== undefined && row.referral.id === chosenId}
      aria-setsize={total ?? -1}
      aria-posinset={place}
      data-active={isActive}
      onClick={onChoose}
    >
      {row ? <RowContent row={row} /> : <span className="muted">Loading…</span>}
    </div>
  );
}

function RowContent({ row: { referral, isWaiting } }: { row: DeskRow }) {
  const { name, email, referrerName, status } = referral;
  return (
    <>
      <Avatar name={name} />
      <span className="status-who">
        <strong>{name}</strong>
        <small>
          {isWaiting && 'Waiting to send · '}
          {email} · by {referrerName}
        </small>
      </span>
      <Badge tone={toneOf(status)} {...(isWaiting && { icon: 'clock' })}>
        {referralStatusLabel(status)}
      </Badge>
    </>
  );
}
