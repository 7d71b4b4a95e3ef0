import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import { WRITTEN_PHONES } from '@sunloop/shared-types/values/written-phones.ts';
import { expect, test } from 'vitest';
import { phoneIn } from './phones.ts';

test.each(WRITTEN_PHONES)('a cell with $written keeps the number that is dialed', ({ written }) => {
  expect(readPhones(phoneIn(written), 'US')[0]).toEqual(readPhones(written, 'US')[0]);
});
