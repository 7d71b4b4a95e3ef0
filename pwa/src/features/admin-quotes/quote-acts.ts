import type { Quote, QuoteStatus, User } from '@sunloop/shared-types';
import type { SaveOutcome } from '../../ui/forms/save-outcome.ts';
import type { FindUsers } from './use-user-search.ts';

/** What can be done with a request; each returns its result. */
export type QuoteActs = {
  onStatus: (quote: Quote, status: Exclude<QuoteStatus, 'converted'>) => Promise<SaveOutcome>;
  onConvert: (quote: Quote, user: User) => Promise<SaveOutcome>;
  findUsers: FindUsers;
  onOpenReferral: (id: string) => void;
};
