import type { CodesSecret } from '@sunloop/shared-types/accounts/second-factor.ts';
import type { SaveAnswer, SaveOutcome } from '../../ui/forms/save-outcome.ts';

/** What an admin does to their own codes; those that take a password need it if the sign-in is old. */
export type FactorActs = {
  start: (currentPassword: string) => Promise<SaveAnswer<CodesSecret>>;
  /** Returns ten recovery codes, which the server sends only once. */
  confirm: (code: string) => Promise<SaveAnswer<string[]>>;
  renew: (currentPassword: string) => Promise<SaveAnswer<string[]>>;
  remove: (currentPassword: string) => Promise<SaveOutcome>;
};
