import type { Variables } from '../env/env.ts';

/**
 * Does what its name says and returns what it did, for the operator; throws with advice. `meet` finds the installation and
 * says which database the command acts on, so it is called once the words are known to be right.
 */
export type Command = (words: readonly string[], meet: () => Promise<Variables>) => Promise<string>;
