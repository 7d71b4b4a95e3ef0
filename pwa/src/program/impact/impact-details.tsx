import type { EnvironmentalImpact } from '@sunloop/shared-types/program/impact.ts';
import { formatDay } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Ring } from '../../ui/ring.tsx';
import { useCountUp } from '../../ui/use-count-up.ts';
import { countUp, EMPTY_RING_MAX, GOAL_TONS, impactFigures, READY } from './impact-figures.ts';
import { ImpactTile } from './impact-tile.tsx';
import './impact-details.css';

/** The ring, the tiles and the goal (SPEC §2, Carbon Impact Calculator). */
export function ImpactDetails({ impact }: { impact: EnvironmentalImpact }) {
  return Number(impact.carbonSavedTons) === 0 ? <NoImpact /> : <Impact impact={impact} />;
}

function NoImpact() {
  return (
    <div className="impact-none">
      <Ring label="CO₂ saved" value={0} max={EMPTY_RING_MAX}>
        <strong>0%</strong>
      </Ring>
      <div>
        <h3>{READY}</h3>
        <p className="muted">
          Complete your first referral to see your positive environmental contribution!
        </p>
      </div>
    </div>
  );
}

function Impact({ impact }: { impact: EnvironmentalImpact }) {
  const { tons, trees, homes, pollution, percent, cars } = impactFigures(impact);
  const shownTons = useCountUp(tons, countUp('tons'));
  return (
    <div className="stack impact" data-gap="5">
      <div className="impact-figures">
        <Ring label={`${formatNumber(tons)} tons of CO₂ saved`} value={shownTons} max={GOAL_TONS}>
          <strong>{formatNumber(shownTons, { digits: tons % 1 === 0 ? 0 : 1 })}</strong>
          <span>tons of CO₂ saved</span>
        </Ring>
        <ul className="impact-tiles">
          <ImpactTile icon="tree" value={trees} {...countUp('trees')}>
            Trees Planted equivalent
          </ImpactTile>
          <ImpactTile icon="home" value={homes} {...countUp('homes')}>
            Homes Powered for 1 Year
          </ImpactTile>
          <ImpactTile icon="cloud" value={pollution} {...countUp('pollution')}>
            lbs Pollution Prevented
          </ImpactTile>
        </ul>
      </div>
      <div className="impact-goal">
        <p>
          <strong>Environmental Impact Progress</strong>
          <span>{percent}%</span>
        </p>
        <ProgressBar label="Environmental Impact Progress" value={percent} tone="good" />
        <p className="muted">Goal: 10 tons of CO₂ saved through solar referrals</p>
      </div>
      <div className="impact-praise">
        <h3>Outstanding Environmental Impact!</h3>
        <p>{praise(cars)}</p>
      </div>
      {impact.lastCalculated && (
        <p className="muted impact-date">Last calculated: {formatDay(impact.lastCalculated)}</p>
      )}
    </div>
  );
}

function praise(cars: number): string {
  const count = cars === 1 ? '1 car' : `${formatNumber(cars)} cars`;
  return `That is like removing ${count} from the road for a year.`;
}
