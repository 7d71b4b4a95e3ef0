import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'Password1', 'QWERTY123', 'iloveyou'])('%s is a common one', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['', '12345', 'correct horse', '123456 ', 'tempX7kP2mQa'])('%j is none', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
