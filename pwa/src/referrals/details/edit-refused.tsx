import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { EditUnsentDialog } from './edit-unsent-dialog.tsx';

type Props = {
  /** As it was when the person began: what becomes of it meanwhile must not take the form away. */
  edited: RejectedRow | null;
  onClose: () => void;
};

/** Mends what was refused, while one is being mended. */
export function EditRefused({ edited, onClose }: Props) {
  if (!edited?.row) return null;
  const { id, row, error } = edited;
  return <EditUnsentDialog key={id} row={row} refusal={error} onClose={onClose} />;
}
