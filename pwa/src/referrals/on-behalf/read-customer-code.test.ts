import { expect, test } from 'vitest';
import { readCustomerCode } from './read-customer-code.ts';

test.each([
  'ABCD1234',
  ' abcd-1234 ',
  'https://sun.example/refer/ABCD1234',
  'https://sun.example/refer/abcd1234?utm=x#y',
  'Sign up by sun.example/refer/ABCD1234. It is great!',
])('%s names a customer', (typed) => {
  expect(readCustomerCode(typed)).toBe('ABCD1234');
});

test.each(['', 'ABC', 'https://sun.example/refer/', 'https://sun.example/refer/ABC'])(
  '%j names nobody',
  (typed) => {
    expect(readCustomerCode(typed)).toBeUndefined();
  },
);
