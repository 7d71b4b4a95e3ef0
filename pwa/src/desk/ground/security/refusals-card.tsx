import type { PolicyRefusal } from '@sunloop/shared-types/ground/admin.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { refusalAdvice, refusalTitle } from './refusal-words.ts';

/** What visitors' browsers refused on our pages in 30 days: what, how often, when last, and what to do. */
export function RefusalsCard({ refusals }: { refusals: readonly PolicyRefusal[] }) {
  return (
    <Card title="Refused by Browsers">
      {refusals.length === 0 ? (
        <EmptyState icon="shield" title="No browser refused anything in the last 30 days." />
      ) : (
        <>
          <p className="muted">
            Browsers run and load only what is ours on our pages, and tell what they refused. The
            last 30 days, newest first.
          </p>
          <Timeline
            label="Refused by browsers"
            events={refusals.map((refusal) => {
              const { tone, text } = refusalAdvice(refusal);
              return {
                key: Object.values(refusal).join(' '),
                icon: 'shield',
                tone,
                title: refusalTitle(refusal),
                when: `${timesOf(refusal.count)}, last ${formatMoment(refusal.lastAt)}`,
                detail: text,
              };
            })}
          />
        </>
      )}
    </Card>
  );
}

const timesOf = (count: number) =>
  count === 1 ? 'Once' : `${formatNumber(count, { digits: 0 })} times`;
