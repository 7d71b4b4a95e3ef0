import { listedReward } from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS, referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import type { ReactNode } from 'react';
import { formatDay } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { toneOf } from '../../../ui/status-tone.ts';
import type { DeskRow } from '../desk-row.ts';
import { isolate } from '../../../lib/isolate.ts';

type Props = {
  row: DeskRow;
  /** What can be done with it. */
  actions: ReactNode;
  onTakeBack: () => void;
};

/** The name is left out, because it is the title. */
const TOLD = REFERRAL_FIELDS.filter((field) => field !== 'name');

/** One referral: its data, and what an admin can do with it. */
export function StatusDetail({ row, actions, onTakeBack }: Props) {
  const { referral, isWaiting } = row;
  const { name, referrerName, referrerEmail, date, status } = referral;
  return (
    <div className="status-detail">
      <div className="status-detail-head">
        <h3>{name}</h3>
        <Badge tone={toneOf(status)}>{referralStatusLabel(status)}</Badge>
        {/* SPEC §4: muted unless completed. */}
        <strong className="status-reward" data-muted={status !== 'completed'}>
          {listedReward(referral)}
        </strong>
      </div>
      {isWaiting && (
        <Banner
          tone="wait"
          icon="clock"
          action={
            <Button variant="quiet" size="sm" onPress={onTakeBack}>
              Take back
            </Button>
          }
        >
          This change is saved on this device and waits to be sent.
        </Banner>
      )}
      {actions}
      <Facts
        facts={[
          ...TOLD.map(
            (field) => [REFERRAL_FIELD_LABELS[field], referral[field] ?? 'None'] as const,
          ),
          ['Referred By', `${isolate(referrerName)} (${referrerEmail})`],
          ['Date', formatDay(date)],
        ]}
      />
    </div>
  );
}
