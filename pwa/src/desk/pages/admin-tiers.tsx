import { routes } from '@sunloop/shared-types/routes.ts';
import { TiersTab, type TierActs } from '../program/tiers/tiers-tab.tsx';
import { useDeskAct } from './use-desk-act.ts';
import { useDeskReading } from './use-desk-reading.ts';

const { rewardTiers, promisedRungs, addRewardTier, changeRewardTier, deleteRewardTier } = routes;

/** The tab Reward Tiers, with the titles of SPEC §8. */
export function TiersPart() {
  const tiers = useDeskReading(rewardTiers);
  const promised = useDeskReading(promisedRungs);
  const act = useDeskAct();
  const onCreate: TierActs['onCreate'] = (body) => {
    const done = { title: 'Tier created', description: `${body.name} pays ${body.rewardAmount}.` };
    return act({ failed: 'Creation Failed', done }, (write) => write(addRewardTier, { body }));
  };
  const onChange: TierActs['onChange'] = ({ id, name }, body) => {
    const done = { title: 'Tier updated', description: `${body.name ?? name} was saved.` };
    return act({ failed: 'Update Failed', done }, (write) =>
      write(changeRewardTier, { params: { id }, body }),
    );
  };
  const onDelete: TierActs['onDelete'] = ({ id, name }) => {
    const done = { title: 'Tier deleted', description: `${name} was deleted.` };
    return act({ failed: 'Deletion Failed', done }, (write) =>
      write(deleteRewardTier, { params: { id } }),
    );
  };
  return (
    <TiersTab
      tiers={tiers}
      promised={promised.kind === 'ready' ? promised.data : undefined}
      onCreate={onCreate}
      onChange={onChange}
      onDelete={onDelete}
    />
  );
}
