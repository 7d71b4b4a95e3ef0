import { formatNumber } from '../../lib/format-number.ts';
import { RadioGroup } from './radio-group.tsx';
import './filter-chips.css';

/** `count` is undefined while unknown. */
type Chip<Id> = { id: Id; label: string; count: number | undefined };
type Props<Id> = {
  label: string;
  chips: readonly Chip<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** Filters of a list with their counts; exactly one is chosen. */
export function FilterChips<Id extends string>({ chips, ...props }: Props<Id>) {
  const options = chips.map(({ id, label, count }) => ({
    id,
    content: (
      <>
        {label} {count !== undefined && <span>{formatNumber(count)}</span>}
      </>
    ),
  }));
  return <RadioGroup {...props} options={options} className="filter-chips" />;
}
