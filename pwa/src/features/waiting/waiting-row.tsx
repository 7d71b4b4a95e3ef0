import type { PushRow } from '@sunloop/shared-types';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';

type Props = { row: PushRow; onEdit: (() => void) | undefined; onRemove: () => void };

/** Somebody who waits to be sent, with what can still be changed about it. */
export function WaitingRow({ row, onEdit, onRemove }: Props) {
  return (
    <li className="waiting-row">
      <Avatar name={row.name} />
      <span>
        <strong className="truncate">{row.name}</strong>
        <small className="truncate">{row.email}</small>
      </span>
      {onEdit && <IconButton icon="edit" aria-label={`Edit ${row.name}`} onPress={onEdit} />}
      <IconButton icon="trash" aria-label={`Remove ${row.name}`} onPress={onRemove} />
    </li>
  );
}
