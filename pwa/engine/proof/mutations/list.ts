import { ACTS_AND_FAILURES } from './acts-and-failures.ts';
import { FILES_THAT_TRAVEL } from './files-that-travel.ts';
import type { Mutation } from './mutation.ts';
import { OWNERS_AND_RETRIES } from './owners-and-retries.ts';
import { ROWS_AND_FILES } from './rows-and-files.ts';
import { SAVING_AND_JUDGING } from './saving-and-judging.ts';
import { SENT_AGAIN } from './sent-again.ts';
import { SIGNING_OUT_AND_READING } from './signing-out-and-reading.ts';
import { ON_BEHALF } from './on-behalf.ts';
import { VERSIONS_AND_PEOPLE } from './versions-and-people.ts';

/**
 * One way to break each clause of the numbered rules (`src/sync/README.md` and `docs/product/`), and what Stryker has no
 * mutator for, such as a statement that is missing; `npm run proof mutate` tries each. All other ways are left to
 * `npm run proof mutate-all`.
 */
export const MUTATIONS: readonly Mutation[] = [
  ...SAVING_AND_JUDGING,
  ...OWNERS_AND_RETRIES,
  ...SIGNING_OUT_AND_READING,
  ...SENT_AGAIN,
  ...ROWS_AND_FILES,
  ...FILES_THAT_TRAVEL,
  ...ACTS_AND_FAILURES,
  ...VERSIONS_AND_PEOPLE,
  ...ON_BEHALF,
];
