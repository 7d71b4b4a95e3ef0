import type { AvailableReward } from '@sunloop/shared-types';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { DeskRow } from '../../ui/desk-list.tsx';
import { changedFields } from '../../ui/form-values.ts';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import type { OneEdit } from '../../ui/use-one-edit.ts';
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
      figure={amount}
      badges={<Badge tone="info">{`${requiredReferrals} referrals required`}</Badge>}
      actions={
        <>
          <IconButton
            icon="edit"
            data-edit
            aria-label={`Edit ${name}`}
            onPress={() => edit.start(id)}
          />
          <IconButton icon="trash" aria-label={`Delete ${name}`} onPress={() => onDelete(reward)} />
        </>
      }
      editor={
        edit.editing === id && <RewardEditor reward={reward} edit={edit} onChange={onChange} />
      }
    >
      {description && <p className="muted">{description}</p>}
    </DeskRow>
  );
}

const SUBMIT = { label: 'Save', busyLabel: 'Saving...' };

function RewardEditor({ reward, edit, onChange }: Omit<Props, 'onDelete'>) {
  const save = async (input: RewardInput): Promise<SaveOutcome> => {
    const change = changedFields(reward, input);
    return Object.keys(change).length === 0 ? { isSaved: true } : onChange(reward, change);
  };
  return (
    <RewardFields
      label={`Edit ${reward.name}`}
      initial={rewardValuesOf(reward)}
      submit={SUBMIT}
      save={save}
      onSaved={edit.stop}
      onCancel={edit.stop}
      onDirty={edit.setDirty}
    />
  );
}
