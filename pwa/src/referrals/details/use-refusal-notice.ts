import { useEffect, useRef } from 'react';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { readRejected } from '@sunloop/engine/rows.ts';
import { isolate } from '../../lib/isolate.ts';
import { useStored } from '../../stored/use-stored.ts';

/**
 * Reports a new refusal with a toast (SPEC §8); the list and the header keep showing it. A file's rows are left to its
 * summary.
 */
export function useRefusalNotice(): void {
  const rejected = useStored(readRejected);
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!rejected) return;
    const isFresh = ({ id, uploadId }: RejectedRow) =>
      known.current?.has(id) === false && uploadId === undefined;
    const fresh = rejected.filter(isFresh);
    known.current = new Set(rejected.map((row) => row.id));
    const [first] = fresh;
    if (!first) return;
    const name = first.row?.name ?? 'A referral';
    showToast({
      title:
        location.pathname === '/referrals' ? 'Failed to add referral' : 'Error adding referral',
      description:
        fresh.length === 1 ? `${isolate(name)}: ${first.error}` : `${fresh.length} need a fix.`,
      variant: 'destructive',
    });
  }, [rejected]);
}
