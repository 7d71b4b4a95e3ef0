import { expect, test } from 'vitest';
import { CsvProblem, parseCsv } from './parse-csv.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test('quoted commas, quotes and line breaks stay in their cell', () => {
  const text = '"Lee, Ann","says ""hi""","1 Sun St\nTown"\nBob,b@x.io,';
  expect(cellsOf(text)).toEqual([
    ['Lee, Ann', 'says "hi"', '1 Sun St\nTown'],
    ['Bob', 'b@x.io', ''],
  ]);
});

test('a BOM, CRLF, blank and padded lines make no rows, and lines keep their numbers', () => {
  const records = parseCsv('\uFEFFname,email\r\n\r\n,,\r\n"a\r\nb",c\r\nd,e\r\n');
  expect(records).toEqual([
    { line: 1, cells: ['name', 'email'] },
    { line: 4, cells: ['a\r\nb', 'c'] },
    { line: 6, cells: ['d', 'e'] },
  ]);
});

test.each([
  ['semicolons', 'name;email\n"Lee; Ann";a@x.io', ['Lee; Ann', 'a@x.io']],
  ['tabs', 'name\temail\nAnn, Lee\ta@x.io', ['Ann, Lee', 'a@x.io']],
  ['bars', 'name|email\nAnn, Lee|a@x.io', ['Ann, Lee', 'a@x.io']],
  [
    'semicolons around more commas',
    'Ann;a@x.io;1, 2\nBob;b@x.io;3, 4, 5',
    ['Bob', 'b@x.io', '3, 4, 5'],
  ],
  ['a named delimiter', 'sep=;\nname;notes, more, and more', ['name', 'notes, more, and more']],
])('%s are recognized', (_, text, row) => {
  expect(cellsOf(text).at(-1)).toEqual(row);
});

test('stray quotes inside a bare cell are removed', () => {
  expect(cellsOf('Bob "Bobby" Ray,b@x.io')).toEqual([['Bob Bobby Ray', 'b@x.io']]);
});

test('a line that names the delimiter is counted', () => {
  expect(parseCsv('sep=;\nname;email')).toEqual([{ line: 2, cells: ['name', 'email'] }]);
});

test('a stray NUL is left out', () => {
  expect(cellsOf('name,email\nAnn\u0000 Lee,ann@x.io')[1]).toEqual(['Ann Lee', 'ann@x.io']);
});

test.each([
  ['a quote that the next one closes', 'name,email\n"Ann,a@x.io\n"Bob",b@x.io'],
  ["a phone's contacts", 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nEND:VCARD'],
  ['a page', '<!DOCTYPE html><title>Sign in</title>'],
  ['a quote that never ends', 'name,email\n"Ann,a@x.io\nBob,b@x.io'],
  ['a spreadsheet with the wrong extension', 'PK\u0003\u0004\u0000\u0000'],
])('%s is not CSV', (_, text) => {
  expect(() => parseCsv(text)).toThrow(CsvProblem);
});
