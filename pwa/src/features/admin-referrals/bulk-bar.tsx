import {
  REFERRAL_STATUS_LABELS,
  REFERRAL_STATUSES,
  type ReferralAct,
  type ReferralStatus,
} from '@sunloop/shared-types';
import { useState } from 'react';
import { formatNumber } from '../../lib/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/show-toast.ts';
import type { DeskClient } from './desk-client.ts';
import type { DeskView } from './desk-view.ts';
import { changesTo, targetsOf } from './bulk-acts.ts';
import { ALL_SELECTED, NOTHING_SELECTED, type Selection } from './selection.ts';

const STATUSES = REFERRAL_STATUSES.map((id) => ({ id, label: REFERRAL_STATUS_LABELS[id] }));

type Props = {
  client: DeskClient;
  view: DeskView;
  selection: Selection;
  /** Selected, and shown in all. */
  count: number;
  total: number;
  onSelection: (selection: Selection) => void;
  onActs: (acts: ReferralAct[]) => Promise<void>;
};

/** What can be done with the selected referrals: set one status for all. */
export function BulkBar({ client, view, selection, count, total, onSelection, onActs }: Props) {
  const [status, setStatus] = useState<ReferralStatus>('contact_made');
  const [acts, setActs] = useState<ReferralAct[]>();
  const prepare = async () => setActs(changesTo(status, await targetsOf(client, selection, view)));
  const apply = async (chosen: ReferralAct[]) => {
    if (await save(onActs, chosen)) onSelection(NOTHING_SELECTED);
    setActs(undefined);
  };
  return (
    <section className="desk-bulk" aria-label="Selected referrals">
      <strong role="status">{formatNumber(count)} selected</strong>
      {count < total && (
        <Button variant="bare" size="sm" onPress={() => onSelection(ALL_SELECTED)}>
          {`Select all ${formatNumber(total)}`}
        </Button>
      )}
      <SelectField label="Set status" options={STATUSES} value={status} onChange={setStatus} />
      <Button size="sm" onPress={() => void prepare()}>
        Apply
      </Button>
      <Button variant="bare" size="sm" onPress={() => onSelection(NOTHING_SELECTED)}>
        Clear selection
      </Button>
      {acts && (
        <ConfirmBulk
          acts={acts}
          status={status}
          onCancel={() => setActs(undefined)}
          onConfirm={() => apply(acts)}
        />
      )}
    </section>
  );
}

/** Answers whether the changes are saved. */
async function save(onActs: Props['onActs'], acts: ReferralAct[]): Promise<boolean> {
  try {
    await onActs(acts);
    const count = acts.length === 1 ? '1 change is' : `${formatNumber(acts.length)} changes are`;
    void showToast({
      title: 'Changes saved',
      description: `${count} sent as soon as there is a connection.`,
    });
    return true;
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error);
    void showToast({ title: 'Update Failed', description, variant: 'destructive' });
    return false;
  }
}

type ConfirmProps = {
  acts: readonly ReferralAct[];
  status: ReferralStatus;
  onCancel: () => void;
  onConfirm: () => Promise<void>;
};

function ConfirmBulk({ acts, status, onCancel, onConfirm }: ConfirmProps) {
  const [isBusy, setBusy] = useState(false);
  const label = REFERRAL_STATUS_LABELS[status];
  const who = acts.length === 1 ? '1 referral' : `${formatNumber(acts.length)} referrals`;
  const confirm = () => {
    setBusy(true);
    void onConfirm();
  };
  return (
    <Modal title="Set status for all" role="alertdialog" isOpen onClose={onCancel}>
      <p>
        {acts.length === 0
          ? `All of them are ${label} already.`
          : `${who} will be set to ${label}. Rewards follow each change; who changed it is kept in the audit log.`}
      </p>
      <div className="form-actions">
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
        {acts.length > 0 && (
          <Button isDisabled={isBusy} onPress={confirm}>
            {`Set to ${label}`}
          </Button>
        )}
      </div>
    </Modal>
  );
}
