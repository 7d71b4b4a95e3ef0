import { Card } from '../../ui/card.tsx';
import './reward-ladder.css';

/** SPEC §2, Rewards page. */
const LADDER = [
  { rungs: '1–2', reward: '$300', kind: 'cash' },
  { rungs: '3–4', reward: '$400', kind: 'solar credit' },
  { rungs: '5–6', reward: '$500', kind: 'cash' },
  { rungs: '7–9', reward: '$1000', kind: 'cash' },
  { rungs: '10', reward: '50%', kind: 'Tesla Powerwall discount' },
];

/** What each completed referral earns. */
export function RewardLadder() {
  return (
    <Card title="Reward ladder">
      <p className="muted">
        Each completed referral earns the reward of its place on the ladder; the tenth brings 50%
        off a Tesla Powerwall.
      </p>
      <ol className="reward-ladder">
        {LADDER.map(({ rungs, reward, kind }) => (
          <li key={rungs}>
            <span className="reward-rungs">{rungs}</span>
            <span>
              <strong>{reward}</strong> {kind}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
