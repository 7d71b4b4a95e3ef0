import { referralStatusLabel, type ReferralStatus } from '@sunloop/shared-types';
import { useState } from 'react';
import { formatDay } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import type { StatusRow } from './status-list.ts';
import { statusTone } from '../../ui/status-tone.ts';
import { STATUS_OPTIONS } from './status-words.ts';

export type StatusActs = {
  onUpdate: (status: ReferralStatus) => void;
  onDelete: () => void;
  onTakeBack: () => void;
};

/** One referral: what it is, and what an admin does with it. */
export function StatusDetail({ row, ...on }: StatusActs & { row: StatusRow }) {
  const { referral, isWaiting } = row;
  const { name, email, phone, address, referrerName, referrerEmail, reward, date, status } =
    referral;
  return (
    <div className="status-detail">
      <div className="status-detail-head">
        <h3>{name}</h3>
        <Badge tone={statusTone(status)}>{referralStatusLabel(status)}</Badge>
      </div>
      {isWaiting && (
        <Banner
          tone="wait"
          icon="clock"
          action={
            <Button variant="quiet" size="sm" onPress={on.onTakeBack}>
              Take back
            </Button>
          }
        >
          This change is saved on this device and waits to be sent.
        </Banner>
      )}
      {/* Begins anew where the list says something else by now. */}
      <Ways key={`${referral.id} ${status}`} row={row} {...on} />
      <Facts
        facts={[
          ['Email', email],
          ['Phone', phone ?? 'None'],
          ['Address', address ?? 'None'],
          ['Referred By', `${referrerName} (${referrerEmail})`],
          ['Reward', reward],
          ['Date', formatDay(date)],
        ]}
      />
    </div>
  );
}

function Ways({ row, onUpdate, onDelete }: StatusActs & { row: StatusRow }) {
  const { name, status: now } = row.referral;
  const known = STATUS_OPTIONS.find(({ id }) => id === now)?.id;
  const [status, setStatus] = useState<ReferralStatus>(known ?? 'submitted');
  const [isAsking, setAsking] = useState(false);
  const handleDelete = () => {
    setAsking(false);
    onDelete();
  };
  return (
    <>
      <SelectField label="Status" options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <div className="status-ways">
        <Button isDisabled={status === now} onPress={() => onUpdate(status)}>
          Update
        </Button>
        <Button variant="danger" icon="trash" onPress={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      <DeleteQuestion
        name={name}
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={handleDelete}
      />
    </>
  );
}
