import { expect, test } from 'vitest';
import { comparablePhone } from './phone.ts';

test.each([
  ['a country code', '+1 (555) 010-0199', '5550100199'],
  ['none', '555.010.0199', '5550100199'],
  ['another country code', '+44 555 010 0199', '5550100199'],
  ['six digits', '55-01-99', '550199'],
  ['five digits', '5-50-99', ''],
  ['no digit', 'ask', ''],
  ['no number', null, ''],
])('With %s a phone is compared by its last ten digits, if it has six', (_, phone, expected) => {
  expect(comparablePhone(phone)).toBe(expected);
});
