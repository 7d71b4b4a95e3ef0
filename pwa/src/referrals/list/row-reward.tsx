import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { Reward } from '../../ui/reward.tsx';
import type { ListRow } from '@sunloop/engine/rows.ts';
import './row-reward.css';

type Props = { row: ListRow; rung: LadderRung | undefined };

/** What a referral earned, or what the rung it is likely to take would pay; the stored reward (SPEC §4: muted) without a rung. */
export function RowReward({ row, rung }: Props) {
  if (row.kind !== 'stored') return <span className="muted">–</span>;
  const { status, reward, share } = row.referral;
  if (share === 0) return <small className="muted">Not paid</small>;
  const stored = writeMoney(reward);
  if (status === 'completed') return <Reward isEarned>{stored}</Reward>;
  if (!rung) return <small className="muted reward-note">{stored}</small>;
  return (
    <>
      <Reward isEarned={false}>{rung.reward}</Reward>
      <small className="muted reward-note">when installed</small>
    </>
  );
}
