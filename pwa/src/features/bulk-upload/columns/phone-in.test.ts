import { plainPhones } from '@sunloop/shared-types';
import { WRITTEN_PHONES } from '@sunloop/shared-types/written-phones';
import { expect, test } from 'vitest';
import { phoneIn } from './looks.ts';

test.each(WRITTEN_PHONES)('a cell with $written keeps the number that is dialed', ({ written }) => {
  expect(plainPhones(phoneIn(written))[0]).toEqual(plainPhones(written)[0]);
});
