import { routes } from '@sunloop/shared-types';
import type { UserDb } from '../../data/user-db.ts';
import { useDeskReading } from './use-desk-reading.ts';

/** How many quote requests nobody has dealt with; undefined while unknown. */
export function useNewQuotes(db: UserDb): number | undefined {
  const quotes = useDeskReading(db, routes.quotes);
  if (quotes.kind !== 'ready') return undefined;
  return quotes.data.filter(({ status }) => status === 'open').length;
}
