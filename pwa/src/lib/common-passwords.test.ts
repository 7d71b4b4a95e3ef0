import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'Password1', 'QWERTY123', 'iloveyou'])(
  '%s is a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);

test.each(['', '12345', 'correct horse', '123456 ', 'tempX7kP2mQa'])(
  '%j is not a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
