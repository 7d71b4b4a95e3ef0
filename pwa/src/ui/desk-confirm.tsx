import type { ComponentProps } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DeskDialog } from './desk-dialog.tsx';

/** Asks before something is done on the desk that is hard to take back. */
export function DeskConfirm(props: Omit<ComponentProps<typeof ConfirmDialog>, 'frame'>) {
  return <ConfirmDialog {...props} frame={DeskDialog} />;
}
