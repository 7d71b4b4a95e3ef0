import { useEffect, useRef } from 'react';
import { conflictText } from '../referrals/status/status-words.ts';
import { readConflicts } from '@sunloop/engine/acts.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { useStored } from '../../stored/use-stored.ts';

/** Reports an act that was not done with a toast (SPEC §8); Status Management keeps showing it. */
export function useActNotice(): void {
  const conflicts = useStored(readConflicts);
  const known = useRef<ReadonlyMap<string, number> | null>(null);
  useEffect(() => {
    if (!conflicts) return;
    const fresh = conflicts.filter(({ id, at }) => known.current && known.current.get(id) !== at);
    known.current = new Map(conflicts.map(({ id, at }) => [id, at]));
    const [first] = fresh;
    if (!first) return;
    const { title, description } = conflictText(first);
    const text = fresh.length === 1 ? description : `${fresh.length} changes were not made.`;
    showToast({ title, description: text, variant: 'destructive' });
  }, [conflicts]);
}
