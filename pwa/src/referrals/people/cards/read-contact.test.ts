import { expect, test } from 'vitest';
import { readPeople } from '../read-people.ts';

test('of a contact the first text of each field is read, and whoever has nothing is listed', () => {
  const { people, leftOut } = readPeople({
    kind: 'contacts',
    contacts: [
      { name: ['', 'Ann Lee'], email: [' ', 'ann@x.io', 'ann@work.example'], tel: [] },
      { name: ['Bob Ray'], tel: ['520-555-0118'] },
      {},
    ],
  });
  expect(people).toEqual([{ name: 'Ann Lee', email: 'ann@x.io', phone: null, address: null }]);
  expect(leftOut.map(({ line, text }) => [line, text])).toEqual([
    [-2, 'Bob Ray, 520-555-0118'],
    [-3, ''],
  ]);
});
