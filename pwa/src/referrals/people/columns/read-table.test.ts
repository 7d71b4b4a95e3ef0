import { expect, test } from 'vitest';
import { readTable } from './table.ts';

const cellsOf = (text: string) => readTable(text)?.map(({ cells }) => cells);

test('rows copied out of a sheet are a table, with headings or without', () => {
  expect(cellsOf('Maya Lopez\tmaya@example.com\nTom Ray\ttom@example.com')).toEqual([
    ['Maya Lopez', 'maya@example.com'],
    ['Tom Ray', 'tom@example.com'],
  ]);
  expect(cellsOf('Name,Email\nMaya Lopez,maya@example.com')).toHaveLength(2);
});

test.each([
  ['people in lines', 'Maya Lopez, maya@example.com\nTom Ray, tom@example.com'],
  ['a message', 'Hi,\ncall Tom on 555 123 4567'],
  ['one row', 'Maya Lopez\tmaya@example.com'],
  ['a quotation mark that is never closed', '"Maya Lopez, maya@example.com'],
  ['rows of different lengths', 'Name\tEmail\nMaya Lopez'],
  ['nothing', ''],
])('%s is no table', (_, text) => {
  expect(readTable(text)).toBeUndefined();
});
