import { routes } from '@sunloop/shared-types/routes.ts';
import { useDeskReading } from './use-desk-reading.ts';

/** How many quote requests nobody has dealt with, as the start page says; undefined while unknown. */
export function useNewQuotes(): number | undefined {
  const stats = useDeskReading(routes.adminStats);
  return stats.kind === 'ready' ? stats.data.work?.quotes.count : undefined;
}
