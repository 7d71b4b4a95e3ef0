import { routes } from '@sunloop/shared-types/routes.ts';
import { RewardsTab, type RewardActs } from '../program/rewards/rewards-tab.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';

const { adminRewards, addAvailableReward, changeAvailableReward, deleteAvailableReward } = routes;

/** The tab Available Rewards. */
export function RewardsPart() {
  const rewards = useDeskReading(adminRewards);
  const act = useDeskAct();
  const onCreate: RewardActs['onCreate'] = (body) => {
    const description = `Customers see ${body.name} on their Rewards page.`;
    const done = { title: 'Reward created', description };
    return act({ failed: 'Creation Failed', done }, (write) => write(addAvailableReward, { body }));
  };
  const onChange: RewardActs['onChange'] = ({ id, name }, body) => {
    const done = { title: 'Reward updated', description: `${body.name ?? name} was saved.` };
    return act({ failed: 'Update Failed', done }, (write) =>
      write(changeAvailableReward, { params: { id }, body }),
    );
  };
  const onDelete: RewardActs['onDelete'] = ({ id, name }) => {
    const done = { title: 'Reward deleted', description: `${name} was deleted.` };
    return act({ failed: 'Delete Failed', done }, (write) =>
      write(deleteAvailableReward, { params: { id } }),
    );
  };
  return (
    <RewardsTab rewards={rewards} onCreate={onCreate} onChange={onChange} onDelete={onDelete} />
  );
}
