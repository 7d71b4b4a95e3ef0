import type { AvailableReward } from '@sunloop/shared-types';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeskList } from '../../ui/desk-list.tsx';
import { DiscardDialog } from '../../ui/discard-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import { useOneEdit } from '../../ui/use-one-edit.ts';
import { NEW_REWARD, RewardFields, type RewardInput } from './reward-form.tsx';
import { RewardRow } from './reward-row.tsx';

/** What can be done with advertised rewards; each says how it ended. */
export type RewardActs = {
  onCreate: (reward: RewardInput) => Promise<SaveOutcome>;
  onChange: (reward: AvailableReward, change: Partial<RewardInput>) => Promise<SaveOutcome>;
  onDelete: (reward: AvailableReward) => Promise<SaveOutcome>;
};
type Props = RewardActs & { rewards: ReadingOf<AvailableReward[]> };

const SUBMIT = { label: 'Create Reward', busyLabel: 'Creating...' };

/** What the rewards page of customers advertises beside the ladder. */
export function RewardsTab({ rewards, onCreate, ...acts }: Props) {
  const [created, setCreated] = useState(0);
  return (
    <div className="stack">
      <Card title="Available rewards">
        <p className="muted">
          Customers see these on their Rewards page, with how often they reached each. What a
          referral really pays is decided by the reward tiers.
        </p>
        <Reading of={rewards} what="The available rewards" lines={4}>
          {(list) => <RewardList rewards={list} {...acts} />}
        </Reading>
      </Card>
      <Card title="Create a reward">
        <RewardFields
          key={created}
          label="Create a reward"
          initial={NEW_REWARD}
          submit={SUBMIT}
          save={onCreate}
          onSaved={() => setCreated(created + 1)}
        />
      </Card>
    </div>
  );
}

type ListProps = Omit<RewardActs, 'onCreate'> & { rewards: readonly AvailableReward[] };

function RewardList({ rewards, onChange, onDelete }: ListProps) {
  const edit = useOneEdit();
  const [leaving, setLeaving] = useState<AvailableReward | null>(null);
  if (rewards.length === 0) {
    return <EmptyState icon="gift" title="No extra rewards are advertised at the moment." />;
  }
  return (
    <>
      <DeskList label="Available rewards">
        {rewards.map((reward) => (
          <RewardRow
            key={reward.id}
            reward={reward}
            edit={edit}
            onChange={onChange}
            onDelete={setLeaving}
          />
        ))}
      </DeskList>
      <DiscardDialog
        edit={edit}
        nameOf={(id) => rewards.find((reward) => reward.id === id)?.name ?? 'the reward'}
      />
      {leaving && (
        <ConfirmDialog
          title={`Delete reward '${leaving.name}'?`}
          confirmLabel="Delete reward"
          busyLabel="Deleting..."
          variant="danger"
          onConfirm={() => onDelete(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>
            Are you sure you want to delete the reward '{leaving.name}'? It disappears from the
            Rewards page of every customer. This action cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
