import { expect, test } from 'vitest';
import { letterOf } from './letter-key.ts';

test.each([
  ['k', 'KeyK', 'k'],
  ['K', 'KeyK', 'k'],
  ['л', 'KeyK', 'k'],
  ['κ', 'KeyK', 'k'],
  ['ن', 'KeyK', 'k'],
  // Where Dvorak has its k.
  ['k', 'KeyV', 'k'],
  ['ArrowDown', 'ArrowDown', 'arrowdown'],
  ['é', 'Digit2', 'é'],
])('%s of the key %s is %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});
