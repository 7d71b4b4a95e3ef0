import type { User } from '@sunloop/shared-types/ground/user.ts';
import type { Quote, QuoteStatus } from '@sunloop/shared-types/visitors/quotes.ts';
import type { ReactNode } from 'react';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';

/** Asks the server for users by part of their name or email. */
export type FindUsers = (q: string, signal: AbortSignal) => Promise<User[]>;

/** What can be done with a request; each returns its result. */
export type QuoteActs = {
  onStatus: (quote: Quote, status: Exclude<QuoteStatus, 'converted'>) => Promise<SaveOutcome>;
  onConvert: (quote: Quote, user: User) => Promise<SaveOutcome>;
  findUsers: FindUsers;
  onOpenReferral: (id: string) => void;
  /** Draws whether the person may be contacted. */
  renderContact: (quote: Quote) => ReactNode;
};
