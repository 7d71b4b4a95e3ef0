import type { ReferralAct } from '@sunloop/shared-types/referrals/admin-act.ts';
import type { AdminReferral, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DeskConfirm } from '../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import { DeskSelect } from '../../ui/desk/select.tsx';
import { CompletionPay, useCompletionPay, type AskPay } from './completion-pay.tsx';
import { STATUS_OPTIONS } from './status-options.ts';
import './referral-details.css';

type OnAct = (act: ReferralAct, pays?: string) => Promise<SaveOutcome>;

type Props = {
  referral: Pick<AdminReferral, 'id' | 'name' | 'status'>;
  /** `pays`: what the person was told that completing pays. */
  onAct: OnAct;
  /** Nobody has decided yet whether another user referred the same person; Completed waits for that. */
  isUndecided: boolean;
  onAskPay: AskPay;
  onDeleted: () => void;
};

/** Sets another status or deletes the referral; both apply at once and are sent when possible. */
export function ReferralActions({ referral, isUndecided, onAct, onAskPay, onDeleted }: Props) {
  const { id, name, status: expected } = referral;
  const known = STATUS_OPTIONS.find((option) => option.id === expected)?.id;
  const [choice, setChoice] = useState<{ from: string; status: ReferralStatus }>();
  // Starts over when the referral has another status.
  const status = choice?.from === expected ? choice.status : (known ?? 'submitted');
  /** The status the referral had when the person was asked whether to delete it. */
  const [asked, setAsked] = useState<string>();
  const isCompleting = status === 'completed' && status !== expected;
  const mustDecide = isCompleting && isUndecided;
  const pays = useCompletionPay(isCompleting && !mustDecide ? [id] : undefined, onAskPay);
  const bar = useRef<HTMLDivElement>(null);
  const update = () => {
    // Before the button is disabled, with which the browser would take the focus off the page's details.
    bar.current?.querySelector<HTMLElement>('[aria-haspopup=listbox]')?.focus();
    void onAct({ act: 'status', id, status, expected }, pays);
  };
  return (
    <div className="desk-acts" ref={bar}>
      <DeskSelect
        label="Status"
        options={STATUS_OPTIONS}
        value={status}
        onChange={(chosen) => setChoice({ from: expected, status: chosen })}
      />
      <Button
        size="sm"
        isDisabled={status === expected || (isCompleting && pays === undefined)}
        onPress={update}
      >
        Update
      </Button>
      <Button variant="danger" size="sm" icon="trash" onPress={() => setAsked(expected)}>
        Delete
      </Button>
      {mustDecide && (
        <p className="completion-pay" role="status">
          <Icon name="people" />
          Another user referred them, too: decide first whether they are the same person.
        </p>
      )}
      {isCompleting && !mustDecide && <CompletionPay told={pays} />}
      {asked !== undefined && (
        <DeskConfirm
          title={`Delete ${name}`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          variant="danger"
          onConfirm={() => onAct({ act: 'delete', id, expected: asked })}
          onClose={() => setAsked(undefined)}
          onDone={onDeleted}
        >
          <p>Are you sure you want to delete this referral? This action cannot be undone.</p>
        </DeskConfirm>
      )}
    </div>
  );
}
