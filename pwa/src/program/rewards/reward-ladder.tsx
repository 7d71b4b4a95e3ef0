import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import { Card } from '../../ui/card.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { ladderLine } from './ladder-lines.ts';
import './reward-ladder.css';

/** What each completed referral earns, as the server pays it. */
export function RewardLadder({ ladder }: { ladder: ReadingOf<Ladder> }) {
  return (
    <Card title="Reward ladder">
      <p className="muted">Each installed friend earns the reward of its place on the ladder.</p>
      <Reading of={ladder} what="The ladder" lines={5}>
        {({ spans }) => (
          <ol className="stack reward-ladder" data-gap="2">
            {spans.map((span) => {
              const [rungs, reward, kind] = ladderLine(span);
              return (
                <li key={span.from}>
                  <span className="reward-rungs">{rungs}</span>
                  <span>
                    <strong>{reward}</strong> {kind}
                  </span>
                </li>
              );
            })}
          </ol>
        )}
      </Reading>
    </Card>
  );
}
