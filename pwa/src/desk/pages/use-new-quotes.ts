import { routes } from '@sunloop/shared-types/routes.ts';
import type { UserDb } from '@sunloop/engine/data/user-db.ts';
import { useDeskReading } from './use-desk-reading.ts';

/** How many quote requests nobody has dealt with, as the start page says; undefined while unknown. */
export function useNewQuotes(db: UserDb): number | undefined {
  const stats = useDeskReading(db, routes.adminStats);
  return stats.kind === 'ready' ? stats.data.work?.quotes.count : undefined;
}
