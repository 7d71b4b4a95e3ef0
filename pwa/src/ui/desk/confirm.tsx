import type { ComponentProps } from 'react';
import { ConfirmDialog } from '../layers/confirm-dialog.tsx';
import { DeskDialog } from './dialog.tsx';

/** Asks before something is done on the desk that is hard to take back. */
export function DeskConfirm(props: Omit<ComponentProps<typeof ConfirmDialog>, 'frame'>) {
  return <ConfirmDialog {...props} frame={DeskDialog} />;
}
