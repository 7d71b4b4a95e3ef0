import type { RewardTier } from '@sunloop/shared-types';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { DeskList } from '../../ui/desk-list.tsx';
import { DiscardDialog } from '../../ui/discard-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { useOneEdit } from '../../ui/use-one-edit.ts';
import { CreateTierCard } from './create-tier-card.tsx';
import { DeleteTierDialog } from './delete-tier-dialog.tsx';
import type { TierInput } from './tier-form-values.ts';
import { TierLadder } from './tier-ladder.tsx';
import { TierRow } from './tier-row.tsx';
import { spansOf } from './tier-spans.ts';

/** What can be done with tiers; each says how it ended. */
export type TierActs = {
  onCreate: (tier: TierInput) => Promise<SaveOutcome>;
  onChange: (tier: RewardTier, change: Partial<TierInput>) => Promise<SaveOutcome>;
  onDelete: (tier: RewardTier) => Promise<SaveOutcome>;
};
type Props = TierActs & { tiers: ReadingOf<RewardTier[]> };

/** SPEC §2, Reward Tiers: what each successful referral pays. */
export function TiersTab({ tiers, onCreate, ...acts }: Props) {
  return (
    <div className="stack">
      <Card title="Reward tiers">
        <Reading of={tiers} what="The reward tiers" lines={5}>
          {(list) => <TierList tiers={list} {...acts} />}
        </Reading>
      </Card>
      <CreateTierCard tiers={tiers.kind === 'ready' ? tiers.data : undefined} onCreate={onCreate} />
    </div>
  );
}

type ListProps = Omit<TierActs, 'onCreate'> & { tiers: readonly RewardTier[] };

function TierList({ tiers, onChange, onDelete }: ListProps) {
  const edit = useOneEdit();
  const [leaving, setLeaving] = useState<RewardTier | null>(null);
  if (tiers.length === 0) {
    return (
      <EmptyState
        icon="gift"
        title="There are no tiers. Every successful referral pays the default '$100'."
      />
    );
  }
  return (
    <>
      <p className="muted">
        Each successful referral is paid by one tier. Where several cover it, the one that begins
        last wins, then the higher level, then the newer.
      </p>
      <TierLadder label="Who pays what now" spans={spansOf(tiers)} />
      <DeskList label="Reward tiers">
        {tiers.map((tier) => (
          <TierRow
            key={tier.id}
            tier={tier}
            tiers={tiers}
            edit={edit}
            onChange={onChange}
            onDelete={setLeaving}
          />
        ))}
      </DeskList>
      <DiscardDialog
        edit={edit}
        nameOf={(id) => tiers.find((tier) => tier.id === id)?.name ?? 'the tier'}
      />
      {leaving && (
        <DeleteTierDialog
          tier={leaving}
          tiers={tiers}
          onDelete={onDelete}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
