import { expect, test } from 'vitest';
import { streetOf, withoutGap } from './street.ts';

/** The next address, once a number is typed where the cursor is. */
function nextDoor(address: string, number: string): string {
  const { text, at } = streetOf(address);
  return text.slice(0, at) + number + text.slice(at);
}

test.each([
  ['12 Sun Street, Austin, TX 78701', '14', '14 Sun Street, Austin, TX 78701'],
  ['12B Sun Street', '14', '14 Sun Street'],
  ['12-14 Sun Street, Austin', '16', '16 Sun Street, Austin'],
  ['12 Sun Street Apt 4, Austin, TX', '14', '14 Sun Street, Austin, TX'],
  ['12 Sun Street, #4, Austin', '14', '14 Sun Street, Austin'],
  ['Hauptstr. 12, 10115 Berlin', '14', 'Hauptstr. 14, 10115 Berlin'],
  ['Calle Sol 5 B, León', '7', 'Calle Sol 7, León'],
  ['5 5th Avenue, New York', '7', '7 5th Avenue, New York'],
])('%s: the next door is %s, %s', (address, number, expected) => {
  expect(nextDoor(address, number)).toBe(expected);
});

test('an address without a number stays as it is, and one that gets none has no gap', () => {
  expect(streetOf('Sun Farm, Austin')).toEqual({ text: 'Sun Farm, Austin', at: 16 });
  expect(streetOf('5th Avenue, New York').text).toBe('5th Avenue, New York');
  expect(streetOf('')).toEqual({ text: '', at: 0 });
  expect(withoutGap(streetOf('Hauptstr. 12, Berlin').text)).toBe('Hauptstr., Berlin');
  expect(withoutGap(streetOf('12 Sun Street').text)).toBe('Sun Street');
});
