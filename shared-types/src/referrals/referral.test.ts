import * as v from 'valibot';
import { expect, test } from 'vitest';
import { NewReferral, referralStatusLabel } from './referral.ts';

const given = { name: 'Ada', email: 'ada@example.com' };
const isTaken = (changes: object) => v.safeParse(NewReferral, { ...given, ...changes }).success;

test('texts are trimmed, and an empty optional one is null', () => {
  const parsed = v.parse(NewReferral, { ...given, name: ' Ada ', phone: ' ', address: '' });
  expect(parsed).toEqual({ ...given, phone: null, address: null });
});

test('ids are compared without case', () => {
  const id = '019AA0B0-0000-7000-8000-00000000000F';
  expect(v.parse(NewReferral, { ...given, id }).id).toBe(id.toLowerCase());
});

test.each([
  ['NUL', { name: 'A\u0000da' }],
  ['an unpaired surrogate', { name: 'Ada \ud800' }],
  ['one letter for a name', { name: ' A ' }],
  ['a name over 200 units', { name: 'a'.repeat(201) }],
  ['an email that is not an address', { email: 'ada' }],
  ['a time without a zone', { date: '2026-11-21T10:00:00' }],
  ['another kind of id', { id: '1' }],
])('%s is refused', (_, changes) => {
  expect(isTaken(changes)).toBe(false);
});

test.each([
  ['any script and emoji', { name: '山田 👩‍👩‍👧' }],
  ['a host without dots', { email: 'admin@localhost' }],
  ['a time of any zone', { date: '2026-11-21T10:00:00+05:30' }],
])('%s is accepted', (_, changes) => {
  expect(isTaken(changes)).toBe(true);
});

test('an unknown status shows as Pending', () => {
  expect(referralStatusLabel('contact_made')).toBe('Contact Made');
  expect(referralStatusLabel('lost')).toBe('Pending');
});
