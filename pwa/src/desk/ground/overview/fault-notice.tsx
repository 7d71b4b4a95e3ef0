import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { formatNumber } from '../../../lib/format-number.ts';
import { Banner } from '../../../ui/banner.tsx';
import type { ReadingOf } from '../../../ui/reading.tsx';

/** One line while something is wrong with the server that only who runs it can mend. */
export function FaultNotice({ stats }: { stats: ReadingOf<AdminStats> }) {
  const faults = (stats.kind === 'ready' && stats.data.faults) || [];
  const [first] = faults;
  if (!first) return null;
  const others = faults.length - 1;
  return (
    <Banner tone="bad" icon="alert">
      <p>
        <strong>Wrong with the server:</strong> {first.check}: {first.say}
        {others > 0 && `. And ${formatNumber(others)} more: sunloop doctor says all`}
      </p>
    </Banner>
  );
}
