import type { CodesSecret } from '@sunloop/shared-types/accounts/second-factor.ts';
import type { SaveAnswer, SaveOutcome } from '../../ui/forms/save-outcome.ts';

/** What an admin does to their own codes. */
export type FactorActs = {
  start: () => Promise<SaveAnswer<CodesSecret>>;
  /** Returns ten recovery codes, which the server sends only once. */
  confirm: (code: string) => Promise<SaveAnswer<string[]>>;
  renew: () => Promise<SaveAnswer<string[]>>;
  remove: () => Promise<SaveOutcome>;
};
