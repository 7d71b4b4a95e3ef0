import type { AvailableReward } from '@sunloop/shared-types/program/reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DeskRow } from '../../../ui/desk/list.tsx';
import { EditButtons } from '../../../ui/desk/edited-list.tsx';
import { editForm } from '../../../ui/desk/save-form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { OneEdit } from '../../../ui/desk/use-one-edit.ts';
import { RewardFields, type RewardInput, rewardValuesOf } from './reward-form.tsx';

type Props = {
  reward: AvailableReward;
  edit: OneEdit;
  onChange: (reward: AvailableReward, change: Partial<RewardInput>) => Promise<SaveOutcome>;
  onDelete: (reward: AvailableReward) => void;
};

/** One advertised reward, or its form while it is edited. */
export function RewardRow({ reward, edit, onChange, onDelete }: Props) {
  const { id, name, amount, description, requiredReferrals } = reward;
  return (
    <DeskRow
      title={name}
      figure={writeMoney(amount)}
      badges={
        <Badge tone="info">
          {`${requiredReferrals} ${requiredReferrals === 1 ? 'referral' : 'referrals'} required`}
        </Badge>
      }
      actions={
        <EditButtons name={name} onEdit={() => edit.start(id)} onDelete={() => onDelete(reward)} />
      }
      editor={
        edit.editing === id && (
          <RewardFields
            {...editForm({ item: reward, name, edit, onChange })}
            initial={rewardValuesOf(reward)}
          />
        )
      }
    >
      {description && <p className="muted">{description}</p>}
    </DeskRow>
  );
}
