import { referralContent } from '@sunloop/shared-types';
import { expect, test } from 'vitest';
import type { RejectedRow } from '../../data/user-db.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { DEFAULT_COLUMNS } from './columns.ts';
import { readPeople } from './read-people.ts';
import { refusedCsv } from './refused-csv.ts';

const read = (text: string) => readPeople(parseCsv(text));

test('name, email, phone and address come in this order without a header', () => {
  expect(read('Ann Lee,ann@x.io,555 0100,1 Sun St\nBob Ray,bob@x.io').people).toEqual([
    referralContent({
      name: 'Ann Lee',
      email: 'ann@x.io',
      phone: '555 0100',
      address: '1 Sun St',
    }),
    referralContent({ name: 'Bob Ray', email: 'bob@x.io' }),
  ]);
});

test('a header is skipped, and its headings determine the columns', () => {
  const { people, skipped } = read(
    'Email address,Mobile,Full Name,Street\nann@x.io,555,Ann Lee,1 Sun St',
  );
  expect(people).toEqual([
    referralContent({ name: 'Ann Lee', email: 'ann@x.io', phone: '555', address: '1 Sun St' }),
  ]);
  expect(skipped).toEqual([]);
});

test('a first line with a person in it is not a header, whatever words it contains', () => {
  expect(read('Ann Namer,ann@email.com').people).toHaveLength(1);
});

test('a file this app wrote for spreadsheets is read back as it was', () => {
  const row = {
    name: "=Ann '-Lee'; =Ltd",
    email: '+ann@x.io',
    phone: '+1 555 0100',
    address: '1 Sun "St",\n-Town',
  };
  const refused = { key: 1, id: 'a', row, error: 'Refused', savedAt: 1 } as unknown as RejectedRow;
  expect(read(refusedCsv([refused])).people).toEqual([referralContent(row)]);
});

test('a name with invisible characters is listed with its reason', () => {
  const { people, skipped } = read('Name,Email\nA\u200Bnn,a@x.io\nعلی\u200Cرضا,b@x.io\n');
  expect(people.map(({ email }) => email)).toEqual(['b@x.io']);
  const name = 'Name has invisible characters in it. Please type it instead of pasting it.';
  expect(skipped).toMatchObject([{ line: 2, text: 'A\u200Bnn, a@x.io', errors: { name } }]);
});

test('first and last names in two columns are one name', () => {
  const { people, columns } = read('Last Name,First Name,E-mail\nLee,Ann,ann@x.io');
  expect(people).toEqual([referralContent({ name: 'Ann Lee', email: 'ann@x.io' })]);
  expect(columns).toMatchObject({ name: 1, lastName: 0, email: 2, phone: -1, address: -1 });
});

test('chosen columns replace the guess', () => {
  const columns = { ...DEFAULT_COLUMNS, name: 1, email: 0, phone: -1, address: -1 };
  const { people, headings } = readPeople(parseCsv('ann@x.io,Ann Lee'), columns);
  expect(people).toEqual([referralContent({ name: 'Ann Lee', email: 'ann@x.io' })]);
  expect(headings).toEqual(['Column 1 (ann@x.io)', 'Column 2 (Ann Lee)']);
});

test('what the server would refuse is found here, even an email that is in the file twice', () => {
  const { people, skipped } = read(
    `Ann Lee,ann@x.io\nBob Ray,bob@\nCy Kim,cy@x.io,${'5'.repeat(300)}\nAnn B. Lee,ANN@x.io`,
  );
  expect(people.map(({ name }) => name)).toEqual(['Ann Lee']);
  expect(skipped.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
    [2, ['email']],
    [3, ['phone']],
    [4, ['email']],
  ]);
});

test('short names and emails without an @ are listed with line and reason', () => {
  const { people, skipped } = read('Name,Email\nA,a@x.io\n\nBob Ray,nowhere\nCy Kim,cy@x.io\n');
  expect(people.map(({ name }) => name)).toEqual(['Cy Kim']);
  expect(skipped).toMatchObject([
    { line: 2, text: 'A, a@x.io', errors: { name: 'Name must be at least 2 characters' } },
    { line: 4, text: 'Bob Ray, nowhere', errors: { email: 'Please enter a valid email' } },
  ]);
});
