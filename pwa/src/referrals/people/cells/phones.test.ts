import { readPhones } from '@sunloop/shared-types/values/phone-numbers.ts';
import { WRITTEN_PHONES } from '@sunloop/shared-types/values/written-phones.ts';
import { expect, test } from 'vitest';
import { isPhone, phoneIn } from './phones.ts';

const numbersOf = (written: string) => readPhones(written, 'US').map(({ dialed }) => dialed);

test.each(WRITTEN_PHONES)('a cell with $written keeps all numbers in it', ({ written }) => {
  expect(numbersOf(phoneIn(written))).toEqual(numbersOf(written));
});

test.each([
  ['520-555-0117 ::: 602-555-0123', '520-555-0117 / 602-555-0123'],
  ['520-555-0117\n602-555-0123', '520-555-0117 / 602-555-0123'],
  ['520-555-0117 ::: 520-555-0117', '520-555-0117'],
  ['Phone: 520-555-0117 Mobile: 602-555-0123', '602-555-0123 / 520-555-0117'],
  ['Home: 520-555-0117 Fax: 602-555-0123', '520-555-0117 / Fax: 602-555-0123'],
  ['n/a', ''],
  ['520-555-0117\nn/a', '520-555-0117'],
])('of %j nothing is left out: %j', (cell, phone) => {
  expect(phoneIn(cell)).toBe(phone);
  expect(isPhone(cell)).toBe(phone !== '');
});
