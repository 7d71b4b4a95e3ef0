import type { RewardTier } from '@sunloop/shared-types';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { DeskRow } from '../../ui/desk-list.tsx';
import { changedFields } from '../../ui/form-values.ts';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import type { OneEdit } from '../../ui/use-one-edit.ts';
import { numbersText } from './span-words.ts';
import { valuesOf, type TierInput } from './tier-form-values.ts';
import { TierFields } from './tier-form.tsx';

type Props = {
  tier: RewardTier;
  tiers: readonly RewardTier[];
  edit: OneEdit;
  onChange: (tier: RewardTier, change: Partial<TierInput>) => Promise<SaveOutcome>;
  onDelete: (tier: RewardTier) => void;
};

/** One tier of the list (SPEC §2), or its form while it is edited. */
export function TierRow({ tier, edit, onDelete, ...editing }: Props) {
  const { id, level, name, description, requiredReferrals, rewardAmount } = tier;
  const isActive = tier.isActive === 'true';
  const isEditing = edit.editing === id;
  return (
    <DeskRow
      title={name}
      figure={rewardAmount}
      lead={
        <span className="tier-level" title={`Level ${level}`}>
          <span className="visually-hidden">Level </span>
          {level}
        </span>
      }
      badges={
        <>
          <Badge tone="info">{`${requiredReferrals} referrals required`}</Badge>
          <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          <span className="muted">Pays {payRange(tier)}</span>
        </>
      }
      actions={
        <>
          <IconButton
            icon="edit"
            data-edit
            aria-label={`Edit ${name}`}
            onPress={() => edit.start(id)}
          />
          <IconButton icon="trash" aria-label={`Delete ${name}`} onPress={() => onDelete(tier)} />
        </>
      }
      editor={isEditing && <TierEditor tier={tier} edit={edit} {...editing} />}
    >
      {description && <p className="muted">{description}</p>}
    </DeskRow>
  );
}

function payRange({ minReferrals, maxReferrals }: RewardTier): string {
  const from = Math.max(1, minReferrals);
  return `${from === maxReferrals ? 'referral' : 'referrals'} ${numbersText({ from, to: maxReferrals })}`;
}

const SUBMIT = { label: 'Save', busyLabel: 'Saving...' };

function TierEditor({ tier, tiers, edit, onChange }: Omit<Props, 'onDelete'>) {
  const save = async (input: TierInput): Promise<SaveOutcome> => {
    const change = changedFields(tier, input);
    return Object.keys(change).length === 0 ? { isSaved: true } : onChange(tier, change);
  };
  return (
    <TierFields
      label={`Edit ${tier.name}`}
      initial={valuesOf(tier)}
      submit={SUBMIT}
      stored={tier}
      tiers={tiers}
      save={save}
      onSaved={edit.stop}
      onCancel={edit.stop}
      onDirty={edit.setDirty}
    />
  );
}
