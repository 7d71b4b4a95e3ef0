import { expect, test } from 'vitest';
import { PROOF_WORDS } from './proof-words.ts';
import { PROOFS } from './proofs.ts';

test('each proof is told of, in the order of the list', () => {
  expect(Object.keys(PROOF_WORDS)).toEqual(Object.keys(PROOFS));
});
