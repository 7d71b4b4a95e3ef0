import { expect, test } from 'vitest';
import type { RejectedRow } from '../../data/user-db.ts';
import { parseCsv } from '../../lib/parse-csv.ts';
import { readPeople } from './read-people.ts';
import { refusedCsv } from './refused-csv.ts';

const read = (text: string) => readPeople(parseCsv(text));

test('name, email, phone and address come in this order without a header', () => {
  expect(read('Ann Lee,ann@x.io,555 0100,1 Sun St\nBob Ray,bob@x.io').people).toEqual([
    { name: 'Ann Lee', email: 'ann@x.io', phone: '555 0100', address: '1 Sun St' },
    { name: 'Bob Ray', email: 'bob@x.io', phone: null, address: null },
  ]);
});

test('a header is skipped and its headings say which column is which', () => {
  const { people, skipped } = read(
    'Email address,Mobile,Full Name,Street\nann@x.io,555,Ann Lee,1 Sun St',
  );
  expect(people).toEqual([
    { name: 'Ann Lee', email: 'ann@x.io', phone: '555', address: '1 Sun St' },
  ]);
  expect(skipped).toEqual([]);
});

test('a first line with a person in it is no header, whatever words it holds', () => {
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
  expect(read(refusedCsv([refused])).people).toEqual([row]);
});

test('a name with characters nobody sees is listed with its reason', () => {
  const { people, skipped } = read('Name,Email\nA\u200Bnn,a@x.io\nعلی\u200Cرضا,b@x.io\n');
  expect(people.map(({ email }) => email)).toEqual(['b@x.io']);
  const reason = 'The name has invisible characters in it';
  expect(skipped).toEqual([{ line: 2, text: 'A\u200Bnn, a@x.io', reason }]);
});

test('short names and e-mails without an @ are listed with line and reason', () => {
  const { people, skipped } = read('Name,Email\nA,a@x.io\n\nBob Ray,nowhere\nCy Kim,cy@x.io\n');
  expect(people.map(({ name }) => name)).toEqual(['Cy Kim']);
  expect(skipped).toEqual([
    { line: 2, text: 'A, a@x.io', reason: 'The name has fewer than 2 characters' },
    { line: 4, text: 'Bob Ray, nowhere', reason: 'The e-mail has no @' },
  ]);
});
