import { expect, test } from 'vitest';
import { networkOf, parseAddress, placeOf } from './client-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7:4711 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.7, 10.0.0.1',
  '2001:db8::1::2',
  "' or 1",
])('%s is not an address', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

// From each sign on, all the others were looked at.
test('a text of many signs is no address, which is known at once', () => {
  expect(parseAddress(`${'%'.repeat(300_000)}\n%`)).toBeUndefined();
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', 'unknown'],
])('the log shows %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
