import type { EnvironmentalImpact } from '@sunloop/shared-types';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Reading, type ReadingOf, Skeleton } from '../../ui/reading.tsx';
import { READY } from './impact-figures.ts';

const TITLE = 'Carbon Impact Calculator';

const ImpactDetails = lazy(async () => ({
  default: (await import('./impact-details.tsx')).ImpactDetails,
}));

/** What the person's completed referrals save, in a sentence that opens (SPEC §2, Carbon Impact Calculator). */
export function ImpactCard({ impact }: { impact: ReadingOf<EnvironmentalImpact> }) {
  const [isOpen, setOpen] = useState(false);
  if (impact.kind !== 'ready') {
    return (
      <Card title={TITLE}>
        <Reading of={impact} what="Your impact" lines={1}>
          {() => null}
        </Reading>
      </Card>
    );
  }
  const { data, age } = impact;
  return (
    <Fold title={TITLE} text={sentenceOf(data)} onOpen={() => setOpen(true)}>
      {isOpen && (
        <Suspense fallback={<Skeleton lines={4} label="Your impact: loading" />}>
          <ImpactDetails impact={data} />
        </Suspense>
      )}
      {age && <p className="reading-age">{age}</p>}
    </Fold>
  );
}

function sentenceOf({ carbonSavedTons }: EnvironmentalImpact): string {
  const tons = Number(carbonSavedTons);
  if (tons === 0) return READY;
  return `Your referrals save ${formatNumber(tons, { digits: tons % 1 === 0 ? 0 : 1 })} tons of CO₂.`;
}
