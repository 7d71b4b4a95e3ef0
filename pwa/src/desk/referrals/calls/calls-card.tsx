import type { LeadOwner } from '@sunloop/shared-types/referrals/call-list.ts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FilterChips } from '../../../ui/forms/filter-chips.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { countWords } from './call-words.ts';
import type { DueRows } from './due-rows.ts';
import './calls.css';

/** Whose leads are called. */
type CallFilter = LeadOwner | 'all';

const CHIPS = [
  { id: 'all', label: 'Everybody’s' },
  { id: 'mine', label: 'Mine' },
  { id: 'nobody', label: 'Nobody’s' },
] as const;

type Props = {
  due: ReadingOf<DueRows>;
  filter: CallFilter;
  onFilter: (filter: CallFilter) => void;
  /** Whether somebody stood here before, so that the focus goes on to what is here now. */
  isFollowing: boolean;
  /** Who is called now. */
  children: ReactNode;
};

/** Whom to call today, one person at a time. */
export function CallsCard({ due, filter, onFilter, isFollowing, children }: Props) {
  const id = useId();
  const total = due.kind === 'ready' ? due.data.total : undefined;
  return (
    <section className="card calls" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>Call list</h2>
        <p role="status" className="calls-count">
          {due.kind === 'ready' && countWords(due.data)}
        </p>
      </header>
      <FilterChips
        label="Whose leads"
        chips={CHIPS.map((chip) => ({ ...chip, count: chip.id === filter ? total : undefined }))}
        selected={filter}
        onSelect={onFilter}
      />
      <Reading of={due} what="The call list" lines={6}>
        {({ rows }) => children || (rows.length === 0 && <NobodyLeft isFollowing={isFollowing} />)}
      </Reading>
    </section>
  );
}

function NobodyLeft({ isFollowing }: { isFollowing: boolean }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFollowing) part.current?.focus();
  }, [isFollowing]);
  return (
    <div tabIndex={-1} ref={part}>
      <EmptyState icon="phone" title="Nobody is waiting for a call." />
    </div>
  );
}
