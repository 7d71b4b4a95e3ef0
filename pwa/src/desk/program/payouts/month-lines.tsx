import type { Payout } from '@sunloop/shared-types/program/admin-reward.ts';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChips } from '../../../ui/forms/filter-chips.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import { LongList } from '../../../ui/long-list.tsx';
import { MarkDialog, type MarkQuestion } from './mark-dialog.tsx';
import { MonthFigures } from './month-figures.tsx';
import { PayoutGroupRow } from './payout-group-row.tsx';
import {
  groupByUser,
  PAYOUT_STATE_LABELS,
  PAYOUT_STATES,
  type PayoutGroup,
  type PayoutState,
  searchGroups,
  stateOf,
} from './payout-groups.ts';

export type MonthView = { q: string; state: PayoutState };
export type MonthLinesProps = {
  lines: Payout[];
  /** The month in words. */
  whole: string;
  /** The office's. */
  timeZone: string | undefined;
  view: MonthView;
  /** Called with only what changed, because typing and choosing may be faster than the URL. */
  onView: (patch: Partial<MonthView>) => void;
  onMark: (lines: Payout[], isPaid: boolean) => Promise<SaveOutcome>;
};

/** The figures of a month and its users, to be filtered, opened and marked. */
export function MonthLines({ lines, whole, timeZone, view, onView, onMark }: MonthLinesProps) {
  const groups = useMemo(() => groupByUser(lines), [lines]);
  const [typed, type] = useTyped(view.q, (q) => onView({ q }));
  const found = useMemo(() => searchGroups(groups, typed), [groups, typed]);
  const [marking, setMarking] = useState<MarkQuestion | null>(null);
  const mark = (some: readonly Payout[], isPaid: boolean, whose: string) =>
    setMarking({ lines: some.filter(({ paidAt }) => (paidAt === null) === isPaid), isPaid, whose });
  const isIn = (state: PayoutState) => (group: PayoutGroup) =>
    state === 'all' || stateOf(group) === state;
  const chips = PAYOUT_STATES.map((id) => ({
    id,
    label: PAYOUT_STATE_LABELS[id],
    count: found.filter(isIn(id)).length,
  }));
  return (
    <>
      <MonthFigures
        lines={lines}
        onMark={(isPaid) => mark(lines, isPaid, `Everybody in ${whole}`)}
      />
      <SearchField label="Search name or email" value={typed} onChange={type} />
      <FilterChips
        label="Status"
        chips={chips}
        selected={view.state}
        onSelect={(state) => onView({ state })}
      />
      <GroupList
        groups={found.filter(isIn(view.state))}
        timeZone={timeZone}
        onMark={(group, isPaid) => mark(group.lines, isPaid, group.username)}
      />
      {marking && <MarkDialog marking={marking} onMark={onMark} onClose={() => setMarking(null)} />}
    </>
  );
}

type ListProps = {
  groups: readonly PayoutGroup[];
  timeZone: string | undefined;
  onMark: (group: PayoutGroup, isPaid: boolean) => void;
};

function GroupList({ groups, timeZone, onMark }: ListProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (userId: string) => {
    const next = new Set(open);
    if (!next.delete(userId)) next.add(userId);
    setOpen(next);
  };
  if (groups.length === 0) return <EmptyState icon="search" title="Nobody matches." />;
  return (
    <LongList label="Payouts by user" items={groups} keyOf={({ userId }) => userId}>
      {(group) => (
        <PayoutGroupRow
          group={group}
          timeZone={timeZone}
          isOpen={open.has(group.userId)}
          onToggle={toggle}
          onMark={onMark}
        />
      )}
    </LongList>
  );
}
