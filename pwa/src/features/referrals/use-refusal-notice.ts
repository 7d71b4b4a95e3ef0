import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { showToast } from '../../ui/show-toast.ts';

/** Echoes a new refusal as a toast (SPEC §8); the list and the header keep telling of it. */
export function useRefusalNotice(db: UserDb): void {
  const rejected = useLiveQuery(() => db.rejected.toArray(), [db]);
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!rejected) return;
    const fresh = known.current ? rejected.filter((row) => !known.current?.has(row.id)) : [];
    known.current = new Set(rejected.map((row) => row.id));
    const [first] = fresh;
    if (!first) return;
    const name = first.row?.name ?? 'A referral';
    void showToast({
      title: 'Error adding referral',
      description: fresh.length === 1 ? `${name}: ${first.error}` : `${fresh.length} were refused.`,
      variant: 'destructive',
    });
  }, [rejected]);
}
