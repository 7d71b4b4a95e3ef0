import type { PromisedRungs, RewardTier } from '@sunloop/shared-types/program/admin-reward.ts';
import { spansOf } from '@sunloop/shared-types/program/tier-spans.ts';
import { Card } from '../../../ui/card.tsx';
import { CreateCard } from '../../../ui/desk/create-card.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { EditedList, type EditedListActs } from '../../../ui/desk/edited-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { DeleteTierDialog } from './delete-tier-dialog.tsx';
import { NEW_TIER, type TierInput } from './tier-form-values.ts';
import { TierFields } from './tier-form.tsx';
import { TierLadder } from './tier-ladder.tsx';
import { TierRow } from './tier-row.tsx';

export type TierActs = EditedListActs<RewardTier, TierInput>;
type Props = TierActs & {
  tiers: ReadingOf<RewardTier[]>;
  /** What open referrals promise; undefined while that is unknown. */
  promised: readonly PromisedRungs[] | undefined;
};

const SUBMIT = { label: 'Create Tier', busyLabel: 'Creating...' };

/** SPEC §2, Reward Tiers: what each successful referral pays. */
export function TiersTab({ tiers, promised, onCreate, ...acts }: Props) {
  const known = tiers.kind === 'ready' ? tiers.data : undefined;
  return (
    <div className="stack">
      <Card title="Reward tiers">
        <Reading of={tiers} what="The reward tiers" lines={5}>
          {(list) => <TierList tiers={list} promised={promised} {...acts} />}
        </Reading>
      </Card>
      <CreateCard title="Create a tier" submit={SUBMIT} onCreate={onCreate}>
        {(form) => <TierFields {...form} initial={NEW_TIER} tiers={known} promised={promised} />}
      </CreateCard>
    </div>
  );
}

const NO_TIERS = "There are no tiers. Every successful referral pays the default '$100'.";

type ListProps = Omit<TierActs, 'onCreate'> &
  Pick<Props, 'promised'> & { tiers: readonly RewardTier[] };

function TierList({ tiers, promised, onChange, onDelete }: ListProps) {
  return (
    <EditedList
      items={tiers}
      nameOf={({ name }) => name}
      empty={<EmptyState icon="gift" title={NO_TIERS} />}
      renderQuestion={(tier, onClose) => (
        <DeleteTierDialog tier={tier} tiers={tiers} onDelete={onDelete} onClose={onClose} />
      )}
    >
      {(edit, askToDelete) => (
        <>
          <p className="muted">
            Each successful referral is paid by one tier. If several cover it, the one that begins
            last wins, then the higher level, then the newer.
          </p>
          <TierLadder label="Who pays what now" spans={spansOf(tiers)} />
          <DeskList label="Reward tiers">
            {tiers.map((tier) => (
              <TierRow
                key={tier.id}
                tier={tier}
                tiers={tiers}
                promised={promised}
                edit={edit}
                onChange={onChange}
                onDelete={askToDelete}
              />
            ))}
          </DeskList>
        </>
      )}
    </EditedList>
  );
}
