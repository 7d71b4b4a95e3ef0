import { expect, test } from 'vitest';
import { readPeople } from '../read-people.ts';

const HEAD = 'Name,Email,Phone,Street,City,Zip';

/** What is read of a row, below two that are whole. */
function read(cells: string) {
  const bob = 'Bob Ray,bob@x.io,520-555-0118,5 Oak Ave,Mesa,85201';
  const cy = 'Cy Kim,cy@x.io,520-555-0119,7 Ash Rd,Mesa,85202';
  const { people, leftOut } = readPeople({ kind: 'csv', text: [HEAD, bob, cy, cells].join('\n') });
  return { person: people[2], left: leftOut[0] };
}

const ANN = {
  name: 'Ann Lee',
  email: 'ann@x.io',
  phone: '520-555-0117',
  address: '12 Elm St, Mesa, 85701',
};

test.each([
  ['formulas for texts', '="Ann Lee",="ann@x.io",="520-555-0117",="12 Elm St",="Mesa",="85701"'],
  [
    'the same in quotes',
    '"=""Ann Lee""","=""ann@x.io""","=""520-555-0117""","=""12 Elm St""",Mesa,"=""85701"""',
  ],
  ['formulas without quotes', '=Ann Lee,=ann@x.io,=520-555-0117,12 Elm St,Mesa,=85701'],
  ['what an ad network writes', 'Ann Lee,ann@x.io,p:520-555-0117,12 Elm St,Mesa,z:85701'],
  ['apostrophes before digits', "Ann Lee,ann@x.io,'520-555-0117,'12 Elm St,Mesa,'85701"],
  ['curly and doubled ones', 'Ann Lee,ann@x.io,’520-555-0117,12 Elm St,Mesa,‘85701'],
  ['a code with decimals', 'Ann Lee,ann@x.io,520-555-0117,12 Elm St,Mesa,85701.0'],
  ['quotes that are left', "Ann Lee,ann@x.io,520-555-0117,12 Elm St,Mesa,'85701'"],
])('what programs put around a cell falls away: %s', (_, cells) => {
  expect(read(cells).person).toEqual(ANN);
});

test.each([
  ['5205550117.0', '5205550117'],
  ['5205550117.00', '5205550117'],
  ['520-555-0117.00', '520-555-0117'],
  ['(520) 555-0117.0', '(520) 555-0117'],
  ['520.555.0117', '520.555.0117'],
  ['"5,205,550,117"', '5205550117'],
  ['"5,205,550,117.00"', '5205550117'],
  ["'+1 520-555-0117", '+1 520-555-0117'],
  ['="+1 (520) 555-0117"', '+1 (520) 555-0117'],
  ['=+15205550117', '+15205550117'],
])('the phone %s is %s', (cell, phone) => {
  expect(read(`Ann Lee,ann@x.io,${cell},,,`).person?.phone).toBe(phone);
});

const CHANGED = 'A spreadsheet changed this';

test.each([
  ['name', '#NAME?,ann@x.io,,,,'],
  ['name', '=CONCATENATE(A2;B2),ann@x.io,,,,'],
  ['name', '=A2&" "&B2,ann@x.io,,,,'],
  ['name', '3-Mar,ann@x.io,,,,'],
  ['name', '2026-03-01,ann@x.io,,,,'],
  ['email', 'Ann Lee,#REF!,,,,'],
  ['email', 'Ann Lee,"=HYPERLINK(""mailto:ann@x.io"")",,,,'],
  ['phone', 'Ann Lee,ann@x.io,5.20555E+09,,,'],
  ['phone', 'Ann Lee,ann@x.io,"5,20555E+09",,,'],
  ['phone', 'Ann Lee,ann@x.io,########,,,'],
  ['phone', 'Ann Lee,ann@x.io,+1.5205550117E+10,,,'],
  ['phone', 'Ann Lee,ann@x.io,0.5205550117,,,'],
  ['phone', 'Ann Lee,ann@x.io,5205550117.5,,,'],
  ['phone', 'Ann Lee,ann@x.io,5/20/5550,,,'],
  ['phone', 'Ann Lee,ann@x.io,2026-05-20 00:00:00,,,'],
  ['phone', 'Ann Lee,ann@x.io,20-May-55,,,'],
  ['phone', 'Ann Lee,ann@x.io,#ERROR!,,,'],
  ['address', 'Ann Lee,ann@x.io,,12-Jan,,'],
  ['address', 'Ann Lee,ann@x.io,,#N/A,Mesa,85701'],
  ['address', 'Ann Lee,ann@x.io,,12 Elm St,Mesa,8.57E+04'],
  ['address', 'Ann Lee,ann@x.io,,12 Elm St,=VLOOKUP(A1),85701'],
] as const)('a cell that cannot be read any more is said: %s in %s', (field, cells) => {
  const { person, left } = read(cells);
  expect(person).toBeUndefined();
  expect(left?.errors[field]).toContain(CHANGED);
});

test.each([
  ["'t Hooft,ann@x.io,,,,", { name: "'t Hooft" }],
  ['May Day,ann@x.io,,,,', { name: 'May Day' }],
  ['April March,ann@x.io,,,,', { name: 'April March' }],
  [
    'Ann Lee,ann@x.io,520.555.0117,12-14 Jan Smuts Ave,Mesa,85701-1234',
    { phone: '520.555.0117', address: '12-14 Jan Smuts Ave, Mesa, 85701-1234' },
  ],
  [
    'Ann Lee,ann@x.io,01.23.45.67.89,#12 Elm St,Mesa,',
    { phone: '01.23.45.67.89', address: '#12 Elm St, Mesa' },
  ],
  ['Ann Lee,ann@x.io,555-12-34,3 May St,Mesa,', { phone: '555-12-34', address: '3 May St, Mesa' }],
])('what only looks like it is read: %s', (cells, person) => {
  expect(read(cells).person).toMatchObject(person);
});
