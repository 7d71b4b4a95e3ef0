import type { PromisedRungs, RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { ActiveBadge } from '../../../ui/desk/active-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DeskRow } from '../../../ui/desk/list.tsx';
import { EditButtons } from '../../../ui/desk/edited-list.tsx';
import { editForm } from '../../../ui/desk/save-form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { OneEdit } from '../../../ui/desk/use-one-edit.ts';
import { numbersText } from './span-words.ts';
import { valuesOf, type TierInput } from './tier-form-values.ts';
import { TierFields } from './tier-form.tsx';

type Props = {
  tier: RewardTier;
  tiers: readonly RewardTier[];
  promised: readonly PromisedRungs[] | undefined;
  edit: OneEdit;
  onChange: (tier: RewardTier, change: Partial<TierInput>) => Promise<SaveOutcome>;
  onDelete: (tier: RewardTier) => void;
};

/** One tier of the list (SPEC §2), or its form while it is edited. */
export function TierRow({ tier, tiers, promised, edit, onChange, onDelete }: Props) {
  const { id, level, name, description, requiredReferrals, rewardAmount, isActive } = tier;
  return (
    <DeskRow
      title={name}
      figure={writeMoney(rewardAmount)}
      lead={
        <span className="tier-level" title={`Level ${level}`}>
          <span className="visually-hidden">Level </span>
          {level}
        </span>
      }
      badges={
        <>
          <Badge tone="info">{`${requiredReferrals} ${requiredReferrals === 1 ? 'referral' : 'referrals'} required`}</Badge>
          <ActiveBadge isActive={isActive} />
          <span className="muted">Pays {payRange(tier)}</span>
        </>
      }
      actions={
        <EditButtons name={name} onEdit={() => edit.start(id)} onDelete={() => onDelete(tier)} />
      }
      editor={
        edit.editing === id && (
          <TierFields
            {...editForm({ item: tier, name, edit, onChange })}
            initial={valuesOf(tier)}
            stored={tier}
            tiers={tiers}
            promised={promised}
          />
        )
      }
    >
      {description && <p className="muted">{description}</p>}
    </DeskRow>
  );
}

function payRange({ minReferrals, maxReferrals }: RewardTier): string {
  const from = Math.max(1, minReferrals);
  return `${from === maxReferrals ? 'referral' : 'referrals'} ${numbersText({ from, to: maxReferrals })}`;
}
