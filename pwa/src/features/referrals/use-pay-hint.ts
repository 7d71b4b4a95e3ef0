import type { LadderRung } from '@sunloop/shared-types';
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDb } from '../../data/user-db.ts';
import { formatOrdinal } from '../../lib/format-ordinal.ts';
import { readResource } from '../../sync/read.ts';
import type { ListRow } from './list-rows.ts';

/** What the next completion pays, as the server last said; undefined until it has. */
export function usePayHint(db: UserDb): string | undefined {
  return useLiveQuery(async () => {
    const held = await readResource(db, 'ladder');
    return held?.data && payHint(held.data.next);
  }, [db]);
}

function payHint({ reward, ordinal }: LadderRung): string {
  return `pays you ${reward} when installed, your ${formatOrdinal(ordinal)}`;
}

/** Whether a row may still earn it. */
export function isPending(row: ListRow): boolean {
  return row.kind === 'waiting' || (row.kind === 'stored' && row.referral.status !== 'completed');
}
