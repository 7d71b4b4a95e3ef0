import { expect, test } from 'vitest';
import { dialedOf, readPhones } from './phone-numbers.ts';
import { UNTOLD_PHONES, WRITTEN_PHONES } from './written-phones.ts';

test.each(WRITTEN_PHONES)('$written is dialed as $dialed', ({ written, dialed, second }) => {
  const numbers = readPhones(written, 'US').map((number) => number.dialed);
  expect(numbers).toEqual(second === undefined ? [dialed] : [dialed, second]);
});

test.each(UNTOLD_PHONES)('of %s nothing is dialed', (written) => {
  expect(dialedOf(written, 'US')).toBeUndefined();
});

test('a number that cannot be told is compared as a whole, and is nobody else’s', () => {
  const comparedOf = (written: string) => readPhones(written, 'US').map(({ compared }) => compared);
  expect(comparedOf('52055501175')).toEqual(comparedOf('520 5550-1175'));
  expect(comparedOf('52055501175')).not.toEqual(comparedOf('205-550-1175'));
  expect(comparedOf('44 20 7946 0018')).not.toEqual(comparedOf('207-946-0018'));
});

test.each([null, '', 'ask', '()', '—'])('%j holds no number', (written) => {
  expect(readPhones(written, 'US')).toEqual([]);
});

test.each([
  ['a country code and none', '+1 520 555 0117', '520.555.0117'],
  ['a local number and one with a country code', '555-0100', '+1 555 0100'],
  ['a country code, though there is no such number', '+1 555 010 0100', '(555) 010-0100'],
  ['a 0 in brackets', '+49 (0)30 901820', '+49 30 901820'],
  ['a 0 of another country', '020 7946 0018', '+44 20 7946 0018'],
  ['an extension', '520-555-0117 x12', '5205550117'],
  ['the old sign of a mobile in Mexico', '+52 1 55 1234 5678', '+52 55 1234 5678'],
])('with %s it is the same number', (_, one, other) => {
  const comparedOf = (written: string) => readPhones(written, 'US')[0]?.compared;
  expect(comparedOf(one)).toMatch(/^\d{6,10}$/);
  expect(comparedOf(other)).toBe(comparedOf(one));
});

test('fewer than six digits are no number, and zeros are nobody’s', () => {
  expect(readPhones('5-50-99', 'US')).toEqual([]);
  expect(readPhones('000 0000', 'US')[0]?.compared).toBe('');
});

test('a number without a country code is read as one of the default country', () => {
  expect(readPhones('020 7946 0018', 'GB')[0]?.dialed).toBe('+442079460018');
  expect(readPhones('030 901820', 'DE')[0]?.dialed).toBe('+4930901820');
  expect(readPhones('vor 9:30 030 901820', 'DE')[0]?.dialed).toBe('+4930901820');
  expect(readPhones('06 12 34 56 78', 'FR')[0]?.dialed).toBe('+33612345678');
  expect(readPhones('01.02.03.04.05', 'FR')[0]?.dialed).toBe('+33102030405');
});

test.each([
  ['030 901820 0171 1234567', 'DE', '+4930901820', '+491711234567'],
  ['030/901820, 20.11.', 'DE', '+4930901820'],
  ['Whg 4 0171 1234567', 'DE', '+491711234567'],
  ['01 42 68 53 00 06 12 34 56 78', 'FR', '+33142685300', '+33612345678'],
  ['020 7946 0018 07911 123456', 'GB', '+442079460018', '+447911123456'],
  ['+33 33 1 42 68 53 00', 'FR', '+33142685300'],
  ['55 1234 5678 33 1234 5678', 'MX', '+525512345678', '+523312345678'],
])('all of %s in %s is read', (written, country, ...dialed) => {
  expect(readPhones(written, country).map((number) => number.dialed)).toEqual(dialed);
});
