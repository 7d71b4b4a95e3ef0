import type { EnvironmentalImpact } from '@sunloop/shared-types/program/impact.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { Fold } from '../../ui/fold.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { READY } from './impact-figures.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const ImpactDetails = lazyPart(() => import('./impact-details.tsx'), 'ImpactDetails');

/** What the person's completed referrals save, in a sentence that opens (SPEC §2, Carbon Impact Calculator). */
export function ImpactCard({ impact }: { impact: ReadingOf<EnvironmentalImpact> }) {
  return (
    <Reading of={impact} what="Your impact" lines={2}>
      {(data) => (
        <Fold title="Carbon Impact Calculator" text={sentenceOf(data)} isOnDemand>
          <ImpactDetails impact={data} />
        </Fold>
      )}
    </Reading>
  );
}

function sentenceOf({ carbonSavedTons }: EnvironmentalImpact): string {
  const tons = Number(carbonSavedTons);
  if (tons === 0) return READY;
  return `Your referrals save ${formatNumber(tons, { digits: tons % 1 === 0 ? 0 : 1 })} tons of CO₂.`;
}
