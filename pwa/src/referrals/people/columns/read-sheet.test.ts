import { referralContent } from '@sunloop/shared-types/referrals/referral-content.ts';
import { expect, test } from 'vitest';
import { receiptPath } from '@sunloop/engine/data/kept-receipts.ts';
import { noteSyncState } from '@sunloop/engine/data/sync-state.ts';
import type { RejectedRow } from '@sunloop/engine/data/user-db.ts';
import { enqueue } from '@sunloop/engine/save.ts';
import { exportWaiting } from '@sunloop/engine/waiting.ts';
import { receiptSigner } from '@sunloop/engine/test/receipts.ts';
import { aNewReferral, anOpenDb, aReferral } from '@sunloop/engine/test/builders.ts';
import { refusedCsv } from '../../upload/refused-csv.ts';
import { readPeople } from '../read-people.ts';
import type { Chosen } from './read-sheet.ts';
import { DEFAULT_COLUMNS, NO_COLUMN } from './source.ts';
import { NO_LINE } from './table.ts';

/** A file as it was read, with its questions beside its people. */
function read(text: string, chosen: Chosen = {}) {
  const { questions, ...who } = readPeople({ kind: 'csv', text, chosen });
  return { ...who, ...questions! };
}

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
  const { people, leftOut } = read(
    'Email address,Mobile,Full Name,Street\nann@x.io,555,Ann Lee,1 Sun St',
  );
  expect(people).toEqual([
    referralContent({ name: 'Ann Lee', email: 'ann@x.io', phone: '555', address: '1 Sun St' }),
  ]);
  expect(leftOut).toEqual([]);
});

test('a saved file is read as it was, whatever its receipts look like', async () => {
  const db = await anOpenDb();
  const rows = [aReferral({ phone: '555 0100' }), aReferral({ phone: '555 0101' })];
  await db.referrals.bulkAdd(rows);
  const { key, receiptOf } = receiptSigner();
  for (const row of rows) {
    const data = { text: receiptOf(row), key };
    await db.resources.put({ path: receiptPath(row.id), data, etag: null, fetchedAt: 1 });
  }
  await noteSyncState(db, { blocked: 'sign-in' });
  const { people, leftOut } = read(await exportWaiting(db));
  expect(leftOut).toEqual([]);
  const phones = people.map(({ phone, address }) => [phone, address]);
  expect(phones.toSorted()).toEqual([
    ['555 0100', null],
    ['555 0101', null],
  ]);
});

test('invisible signs around an email fall away, and those in it are said at the row', () => {
  const { people, leftOut } = read('Ann Lee,\u202aann@x.io\u202c\nBob Ray,b\u200bob@x.io');
  expect(people).toEqual([referralContent({ name: 'Ann Lee', email: 'ann@x.io' })]);
  expect(leftOut).toMatchObject([
    { errors: { email: expect.stringContaining('has invisible characters in it') } },
  ]);
});

test('a first line with a person in it is not a header, whatever words it contains', () => {
  expect(read('Ann Namer,ann@email.com').people).toHaveLength(1);
});

test('a file this app wrote for spreadsheets is read back as it was, the address in a line', () => {
  const row = {
    name: "=Ann '-Lee'; =Ltd",
    email: '+ann@x.io',
    phone: '+1 555 0100',
    address: '1 Sun "St",\n-Town',
  };
  const refused = { key: 1, id: 'a', row, error: 'Refused', savedAt: 1 } as unknown as RejectedRow;
  const address = '1 Sun "St", -Town';
  expect(read(refusedCsv([refused])).people).toEqual([referralContent({ ...row, address })]);
});

test('a name with invisible characters is listed with its reason', () => {
  const { people, leftOut } = read('Name,Email\nA\u200Bnn,a@x.io\nعلی\u200Cرضا,b@x.io\n');
  expect(people.map(({ email }) => email)).toEqual(['b@x.io']);
  const name = 'Name has invisible characters in it. Please type it instead of pasting it.';
  expect(leftOut).toMatchObject([{ line: 2, text: 'A\u200Bnn, a@x.io', errors: { name } }]);
});

test('first and last names in two columns are one name', () => {
  const { people, columns } = read('Last Name,First Name,E-mail\nLee,Ann,ann@x.io');
  expect(people).toEqual([referralContent({ name: 'Ann Lee', email: 'ann@x.io' })]);
  expect(columns).toMatchObject({ name: '1', lastName: '0', email: '2', phone: NO_COLUMN });
});

test('chosen columns replace what was told, and each shows what is in it', () => {
  const columns = { ...DEFAULT_COLUMNS, name: '2', email: '1', phone: NO_COLUMN, address: '0' };
  const { people, choices } = read('Acme,ann@x.io,Ann Lee', { columns });
  expect(people).toEqual([
    referralContent({ name: 'Ann Lee', email: 'ann@x.io', address: 'Acme' }),
  ]);
  expect(choices.find(({ key }) => key === 'phone')?.options.map(({ label }) => label)).toEqual([
    'None',
    'Column 1 (Acme)',
    'Column 2 (ann@x.io)',
    'Column 3 (Ann Lee)',
  ]);
});

const TITLED =
  'Fall list\nAnn Lee,a@x.io\nFull Name,E-mail\nBob Ray,b@x.io\nFull Name,E-mail\nX,nowhere';

test('the line of the headings is told, and what is nobody is left out with the reason', () => {
  const { headingLine, people, leftOut } = read(TITLED);
  expect(headingLine).toBe(3);
  expect(people.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray']);
  expect(leftOut.map(({ line, why }) => [line, why])).toEqual([
    [1, 'Above the headings'],
    [5, 'The headings again'],
    [6, undefined],
  ]);
});

test('another line can be chosen for the headings, or none', () => {
  const text = 'Ann,ann@x.io\nWer,Wohin\nBob Ray,bob@x.io';
  const told = read(text);
  expect(told.headingLine).toBe(NO_LINE);
  expect(told.headingOptions.map(({ label }) => label)).toEqual([
    'No line',
    'Line 1: Ann, ann@x.io',
    'Line 2: Wer, Wohin',
    'Line 3: Bob Ray, bob@x.io',
  ]);
  expect(told.leftOut).toMatchObject([{ line: 2 }]);
  const chosen = read(text, { headingLine: 2 });
  expect(chosen.headingLine).toBe(2);
  expect(chosen.leftOut).toEqual([]);
  expect(chosen.people.map(({ name }) => name)).toEqual(['Ann', 'Bob Ray']);
  const none = read('Name,Email\nAnn Lee,ann@x.io', { headingLine: NO_LINE });
  expect(none.leftOut).toMatchObject([{ line: 1, text: 'Name, Email' }]);
});

test('each column that is used shows its first cells, and those that are not are named', () => {
  const { choices, unused } = read(
    'Name,Email,Company,Empty\nAnn Lee,ann@x.io,Acme,\n,bob@x.io,,\nCy Kim,cy@x.io,,',
  );
  expect(choices.map(({ label, sample }) => [label, sample])).toEqual([
    ['Name', 'Ann Lee, Cy Kim'],
    ['Last name', ''],
    ['Email', 'ann@x.io, bob@x.io'],
    ['Phone', ''],
    ['Address', ''],
    ['Permission', ''],
    ['Do not contact', ''],
  ]);
  expect(unused).toBe('Company (Acme)');
});

test('a column says who agreed to be contacted, by its heading and its cells', () => {
  const permissionsIn = (heading: string, cells: readonly string[]) => {
    const lines = cells.map((cell, at) => `Ann Lee,ann${at}@x.io,${cell}`);
    const { people, columns } = read(`Name,Email,${heading}\n${lines.join('\n')}`);
    return [columns.permission, ...people.map(({ permission }) => permission)];
  };
  const yes = ['yes', 'Y', 'TRUE', '1', 'x'];
  expect(permissionsIn('Permission', [...yes, 'no', ''])).toEqual(['2', 1, 1, 1, 1, 1, 0, 0]);
  expect(permissionsIn('They agreed to be contacted', ['x', ''])).toEqual(['2', 1, 0]);
  expect(permissionsIn('Consent', ['to mail', 'to call'])).toEqual(['-1', undefined, undefined]);
  expect(permissionsIn('Solar?', ['yes'])).toEqual(['-1', undefined]);
});

test('the file of unsent rows is read back with its dates, and its states are no addresses', async () => {
  const date = '2026-03-01T10:00:00.000Z';
  const rows = [
    aNewReferral({ name: 'Ann Lee', email: 'ann@x.io', address: '1 Sun St', date }),
    aNewReferral({ name: 'Bob Ray', email: 'bob@x.io', date }),
  ];
  const db = await anOpenDb();
  await enqueue(db, rows);
  const { people } = read(await exportWaiting(db));
  expect(people).toMatchObject(rows.map((row) => ({ ...referralContent(row), date })));
  const typed = read(
    'name,email,date,state,reason\nAnn Lee,a@x.io,3/1/26,,\nBob Ray,b@x.io,soon,,',
  );
  expect(typed.people.map((person) => person.date)).toEqual([
    new Date(2026, 2, 1).toISOString(),
    undefined,
  ]);
});

test('the day a customer was entered somewhere else is no date of a referral', () => {
  expect(read('Name,Email,Date\nAnn Lee,a@x.io,2026-03-01').people[0]).not.toHaveProperty('date');
});

test('what the server would refuse is found here, even an email that is in the file twice', () => {
  const { people, leftOut } = read(
    `Ann Lee,ann@x.io\nBob Ray,bob@\nCy Kim,cy@x.io,${'5'.repeat(300)}\nAnn B. Lee,ANN@x.io`,
  );
  expect(people.map(({ name }) => name)).toEqual(['Ann Lee']);
  expect(leftOut.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
    [2, ['email']],
    [3, ['phone']],
    [4, ['email']],
  ]);
});

test('short names and emails without an @ are listed with line and reason', () => {
  const { people, leftOut } = read('Name,Email\nA,a@x.io\n\nBob Ray,nowhere\nCy Kim,cy@x.io\n');
  expect(people.map(({ name }) => name)).toEqual(['Cy Kim']);
  expect(leftOut).toMatchObject([
    { line: 2, text: 'A, a@x.io', errors: { name: 'Name must be at least 2 characters' } },
    { line: 4, text: 'Bob Ray, nowhere', errors: { email: 'Please enter a valid email' } },
  ]);
});

const columnsOf = (text: string) => read(text).columns;

test('cells decide before headings: shifted columns are not believed', () => {
  const { columns, isUnsure, people } = read(
    'Email,Phone,Name\n5550100000,Ann Lee,ann@x.io\n5550100001,Bob Ray,bob@x.io',
  );
  expect(columns).toMatchObject({ email: '2', phone: NO_COLUMN });
  expect(isUnsure).toBe(true);
  expect(people).toEqual([]);
});

test.each([
  ['two numbers that may both be the phone', 'Ann,ann@x.io,a,5550100000,5550100001'],
  ['a column of companies before the names', 'Acme Corp,Ann Lee,ann@x.io'],
  ['two columns of single words', 'Ann,Lee,ann@x.io\nBob,Ray,bob@x.io'],
  ['headings in another language', 'Nimi,Yritys,Email\nAnn Lee,Acme,ann@x.io'],
  ['a long number under a heading nobody knows', 'X,Name,Email\n1234567890,Ann,a@x.io'],
  ['a list without emails', 'Name,Phone\nAnn Lee,555 0100'],
  ['people where the phones should be', 'Name,Email,Phone\nAnn Lee,ann@x.io,Bob Ray'],
])('what cannot be told is asked: %s', (_, text) => {
  const { isUnsure, notes } = read(text);
  expect(isUnsure).toBe(true);
  expect(notes[0]).toContain('Please choose');
});

test.each([
  ['the number of a customer is no phone', 'No,Name,Email,Tel\n5550100,Ann,a@x.io,555 0199', '3'],
  ['nor that of an order', 'Order no.,Name,Email\n1234567890,Ann,a@x.io', NO_COLUMN],
  ['nor a fax', 'Name,Email,Fax\nAnn,a@x.io,555 0199', NO_COLUMN],
  ['nor a day', 'Name,Email,Since\nAnn,a@x.io,2026-01-15', NO_COLUMN],
  ['nor a postal code', 'Name,Email,Where\nAnn,a@x.io,90210-1234', NO_COLUMN],
  ['the mobile comes first', 'Name,Email,Phone,Mobile\nAnn,a@x.io,555 0199,555 0198', '3|2'],
])('%s', (_, text, phone) => {
  expect(columnsOf(text).phone).toBe(phone);
});

test.each([
  'Nombre,Apellidos,Correo',
  'Nom de famille,Prénom,Courriel',
  'Apelido,Nome,E-mail',
  'lastName,first_name,eMail',
  'FAMILY NAME,Given Name,E-Mail-Adresse',
])('first and last name in any order and language: %s', (head) => {
  const isFirstFirst = head.startsWith('Nombre');
  const row = isFirstFirst ? 'Ann,Lee,ann@x.io' : 'Lee,Ann,ann@x.io';
  expect(read(`${head}\n${row}`).people).toMatchObject([{ name: 'Ann Lee' }]);
});

test('an email that a family shares is still theirs', () => {
  const rows = ['Ann,a@x.io,', 'Al,a@x.io,', 'Bob,b@x.io,', 'Bea,b@x.io,bea@x.io'];
  expect(columnsOf(['Name,Email,Alternate email', ...rows].join('\n')).email).toBe('1|2');
});

test('emails that are mostly missing are found under their heading', () => {
  const rows = ['Ann,see x@y.io,a@x.io', 'Bob,z@y.io,n/a', 'Cy,call,n/a', 'Di,,n/a'];
  expect(columnsOf(['Name,Notes,Email', ...rows].join('\n')).email).toBe('2');
});

test.each([
  'Ann Lee <ann@x.io>\nBob Ray <bob@x.io>',
  'Emails\n"""Lee, Ann"" <ann@x.io>"\nBob Ray <bob@x.io>',
])('names beside emails in one column are read: %j', (text) => {
  const names = read(text).people.map(({ name, email }) => `${name} ${email}`);
  expect(names).toEqual([expect.stringMatching(/Ann.* ann@x\.io$/), 'Bob Ray bob@x.io']);
});

test("the emails of whoever owns the list are nobody's of it", () => {
  const text = 'Name,Email,Rep,Sales rep email\nAnn,,x,boss@x.io\nBob,bob@x.io,x,boss@x.io';
  expect(read(text).people).toMatchObject([{ email: 'bob@x.io' }]);
  const unnamed = 'Ann,ann@x.io,boss@x.io\nBob,,boss@x.io\nCy,cy@x.io,boss@x.io';
  expect(read(unnamed).people.map(({ email }) => email)).toEqual(['ann@x.io', 'cy@x.io']);
});

test.each([
  ['Ann Lee <ann@x.io>', 'ann@x.io'],
  ['mailto:ann@x.io', 'ann@x.io'],
  ['"ann@x.io; lee@x.io"', 'ann@x.io'],
  ['ann lee@x.io', undefined],
  ['"ann@x,io"', undefined],
])('of the email cell %s is read %s', (cell, email) => {
  expect(read(`Name,Email\nAnn Lee,${cell}`).people[0]?.email).toBe(email);
});

test.each([
  ['5.2E+09', 'A spreadsheet changed this number. Type it again or leave it empty.'],
  ['#NAME?', 'A spreadsheet changed this number. Type it again or leave it empty.'],
  ['ask Ann', 'This is not a phone number. Type it again or leave it empty.'],
])('the phone %s is said at its row', (cell, phone) => {
  const { people, leftOut } = read(
    `Name,Email,Phone\nAnn Lee,a@x.io,${cell}\nBob Ray,b@x.io,555 0100\nCy Kim,c@x.io,555 0101`,
  );
  expect(people).toHaveLength(2);
  expect(leftOut).toMatchObject([{ line: 2, errors: { phone } }]);
});

test.each([
  ['="0655500100"', '0655500100'],
  ['4155550100.0', '4155550100'],
  ['tel:+14155550100', '+14155550100'],
  ["'4155550100", '4155550100'],
  ['n/a', null],
  ['-', null],
])('the phone cell %s is %s', (cell, phone) => {
  expect(read(`Name,Email,Phone\nAnn Lee,a@x.io,${cell}`).people).toMatchObject([{ phone }]);
});

test('an address written without quotes is read to its end', () => {
  expect(
    read('Name,Email,Phone,Address\nAnn Lee,a@x.io,555 0100,1 Sun St, Town, CA 90210').people,
  ).toMatchObject([{ address: '1 Sun St, Town, CA 90210' }]);
});

test('an email where the name should be is said', () => {
  const { leftOut } = read('Name,Email\nAnn Lee,ann@x.io\nbob@x.io,bob@x.io');
  expect(leftOut).toMatchObject([{ errors: { name: 'This is an email, not a name' } }]);
});

test('lines above a header that hold people are not lost', () => {
  const { people } = read('Ann Lee,ann@x.io\nBob Ray,bob@x.io\nName,Email\nCy Kim,cy@x.io');
  expect(people.map(({ name }) => name)).toEqual(['Ann Lee', 'Bob Ray', 'Cy Kim']);
});

test('an empty file has no columns', () => {
  expect(read('')).toMatchObject({ people: [], leftOut: [], summary: '', isUnsure: false });
});

test.each([
  'Family,Given,E-mail,Mob.',
  'Surname,Forename,Mail,Mob',
  'Last,First,Email ID,Ph.',
  'Fam. Name,Given Names,Mail ID,Ph No',
  'Lname,Fname,E-mail addr,Cell #',
  'Last_Nm,First_Nm,EMAIL_ADDR,PHONE_NBR',
  'Surname,Christian Name,Email Add.,Hp',
  'Family name (surname),Given name (first),Email,Tel. no.',
])('short headings are known: %s', (head) => {
  const { people, isUnsure } = read(`${head}\nLee,Ann,ann@x.io,520-555-0117`);
  expect(people).toMatchObject([{ name: 'Ann Lee', email: 'ann@x.io', phone: '520-555-0117' }]);
  expect(isUnsure).toBe(false);
});
