import type { AvailableReward } from '@sunloop/shared-types/program/reward.ts';
import { Card } from '../../../ui/card.tsx';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import { CreateCard } from '../../../ui/desk/create-card.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { EditedList, type EditedListActs } from '../../../ui/desk/edited-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { NEW_REWARD, RewardFields, type RewardInput } from './reward-form.tsx';
import { RewardRow } from './reward-row.tsx';

export type RewardActs = EditedListActs<AvailableReward, RewardInput>;
type Props = RewardActs & { rewards: ReadingOf<AvailableReward[]> };

const SUBMIT = { label: 'Create Reward', busyLabel: 'Creating...' };

/** What the customers' rewards page advertises besides the ladder. */
export function RewardsTab({ rewards, onCreate, ...acts }: Props) {
  return (
    <div className="stack">
      <Card title="Available rewards">
        <p className="muted">
          Customers see these on their Rewards page, with how often they have reached each. What a
          referral actually pays is set by the reward tiers.
        </p>
        <Reading of={rewards} what="The available rewards" lines={4}>
          {(list) => <RewardList rewards={list} {...acts} />}
        </Reading>
      </Card>
      <CreateCard title="Create a reward" submit={SUBMIT} onCreate={onCreate}>
        {(form) => <RewardFields {...form} initial={NEW_REWARD} />}
      </CreateCard>
    </div>
  );
}

type ListProps = Omit<RewardActs, 'onCreate'> & { rewards: readonly AvailableReward[] };

function RewardList({ rewards, onChange, onDelete }: ListProps) {
  return (
    <EditedList
      items={rewards}
      nameOf={({ name }) => name}
      empty={<EmptyState icon="gift" title="No extra rewards are advertised at the moment." />}
      renderQuestion={(reward, onClose) => (
        <DeskConfirm
          title={`Delete reward '${reward.name}'?`}
          confirmLabel="Delete reward"
          busyLabel="Deleting..."
          variant="danger"
          onConfirm={() => onDelete(reward)}
          onClose={onClose}
        >
          <p>
            Are you sure you want to delete the reward '{reward.name}'? It disappears from the
            Rewards page of every customer. This action cannot be undone.
          </p>
        </DeskConfirm>
      )}
    >
      {(edit, askToDelete) => (
        <DeskList label="Available rewards">
          {rewards.map((reward) => (
            <RewardRow
              key={reward.id}
              reward={reward}
              edit={edit}
              onChange={onChange}
              onDelete={askToDelete}
            />
          ))}
        </DeskList>
      )}
    </EditedList>
  );
}
