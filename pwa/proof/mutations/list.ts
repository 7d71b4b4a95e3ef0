import { ACTS } from './acts.ts';
import { CLOCKS_AND_ORDER } from './clocks-and-order.ts';
import { DAMAGE } from './damage.ts';
import { FILES } from './files.ts';
import { HAPPENED } from './happened.ts';
import { JUDGING } from './judging.ts';
import { LOCKED } from './locked.ts';
import type { Mutation } from './mutation.ts';
import { OTHER_SHAPE } from './other-shape.ts';
import { OWNERS } from './owners.ts';
import { READING } from './reading.ts';
import { SAVING } from './saving.ts';
import { SIGNING_OUT } from './signing-out.ts';
import { TRYING_AGAIN } from './trying-again.ts';
import { VERSIONS } from './versions.ts';
import { WHATEVER_FAILS } from './whatever-fails.ts';
import { WHO_IS_GONE } from './who-is-gone.ts';

/** Ways to break the rules of `src/sync/README.md`, by its sections; `npm run mutate` tries each. */
export const MUTATIONS: readonly Mutation[] = [
  ...SAVING,
  ...JUDGING,
  ...OWNERS,
  ...TRYING_AGAIN,
  ...DAMAGE,
  ...SIGNING_OUT,
  ...READING,
  ...HAPPENED,
  ...FILES,
  ...ACTS,
  ...WHATEVER_FAILS,
  ...VERSIONS,
  ...CLOCKS_AND_ORDER,
  ...WHO_IS_GONE,
  ...LOCKED,
  ...OTHER_SHAPE,
];

/** Rules no single change of the code can break, and why. */
export const UNBREAKABLE: Readonly<Record<number, string>> = {};
