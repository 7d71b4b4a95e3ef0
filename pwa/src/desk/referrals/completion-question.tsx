import { DeskConfirm } from '../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { type AskPay, CompletionPay, useCompletionPay } from './completion-pay.tsx';

type Props = {
  id: string;
  name: string;
  onAskPay: AskPay;
  /** Called with what the person was told it pays. */
  onConfirm: (pays: string) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Says what a completion pays now, before it is repeated after a conflict. */
export function CompletionQuestion({ id, name, onAskPay, onConfirm, onClose }: Props) {
  const pays = useCompletionPay([id], onAskPay);
  return (
    <DeskConfirm
      title={`Set ${name} to Completed`}
      confirmLabel="Set to Completed"
      busyLabel="Saving..."
      isReady={pays !== undefined}
      onConfirm={() => onConfirm(pays ?? '')}
      onClose={onClose}
    >
      <CompletionPay told={pays} />
    </DeskConfirm>
  );
}
