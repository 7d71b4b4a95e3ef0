import type { LadderRung } from '@sunloop/shared-types/program/own-ladder.ts';
import { writeMoney } from '@sunloop/shared-types/values/money.ts';
import { formatOrdinal } from '../../lib/format-ordinal.ts';
import { Reward } from '../../ui/reward.tsx';
import type { ListRow } from '@sunloop/engine/rows.ts';
import './row-reward.css';

type Props = { row: ListRow; rung: LadderRung | undefined };

/**
 * What a referral earned, or what the rung it is likely to take would pay. The stored reward (SPEC §4: muted) stands
 * beside it until then, because nobody is ever paid that.
 */
export function RowReward({ row, rung }: Props) {
  if (row.kind !== 'stored') return <span className="muted">–</span>;
  const { status, reward, share } = row.referral;
  if (share === 0) return <small className="muted">Not paid</small>;
  const stored = writeMoney(reward);
  if (status === 'completed') return <Reward isEarned>{stored}</Reward>;
  if (!rung) return <small className="muted">base {stored}</small>;
  return (
    <>
      <Reward isEarned={false}>{rung.reward}</Reward>
      <small className="muted reward-note">
        when installed, your {formatOrdinal(rung.ordinal)}
        <span className="reward-base"> · base {stored}</span>
      </small>
    </>
  );
}
