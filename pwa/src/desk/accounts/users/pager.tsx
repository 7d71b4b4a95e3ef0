import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../lib/format-number.ts';

type Props = {
  /** How many rows are before this page, and on it; 0 while that is unknown. */
  before: number;
  count: number;
  /** Undefined while unknown. */
  total: number | undefined;
  /** Undefined on the first page, and on the last. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** Steps through a list page by page; shows nothing if one page holds it all. */
export function Pager({ before, count, total, onPrevious, onNext }: Props) {
  if (!onPrevious && !onNext) return null;
  const range = `${formatNumber(before + 1)}–${formatNumber(before + count)}`;
  return (
    <nav className="pager" aria-label="Pages">
      <Button variant="quiet" size="sm" isDisabled={!onPrevious} onPress={() => onPrevious?.()}>
        Previous
      </Button>
      <span role="status">
        {count > 0 && range}
        {count > 0 && total !== undefined && ` of ${formatNumber(total)}`}
      </span>
      <Button variant="quiet" size="sm" isDisabled={!onNext} onPress={() => onNext?.()}>
        Next
      </Button>
    </nav>
  );
}
