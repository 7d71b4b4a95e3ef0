import { expect, test } from 'vitest';
import { RowSplitter } from './row-splitter.ts';

const ANSWER = {
  cursor: 'a{"b',
  full: true,
  upserts: [
    { id: '1', name: 'Plain' },
    { id: '2', name: 'Brace } and { bracket ]', tags: [{ deep: 'yes' }, []] },
    { id: '3', name: 'Quote " and \\ and \\"}' },
  ],
  deletes: ['x', 'y'],
};

test.each([1, 2, 3, 7, 1000])('extracts the rows from pieces of %i letters', (size) => {
  const text = JSON.stringify(ANSWER);
  const splitter = new RowSplitter();
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += size)
    rows.push(...splitter.push(text.slice(at, at + size)));
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(ANSWER.upserts);
  expect(JSON.parse(splitter.rest())).toEqual({ ...ANSWER, upserts: [] });
  const { deletes: _, ...before } = ANSWER;
  expect(JSON.parse(splitter.opening() ?? '')).toEqual({ ...before, upserts: [] });
});

test('spaces and an empty list do not matter', () => {
  const splitter = new RowSplitter();
  const text = JSON.stringify({ ...ANSWER, upserts: [{ a: 1 }, { b: 2 }] }, null, 2);
  expect(splitter.push(text)).toHaveLength(2);
  expect(JSON.parse(splitter.rest())).toEqual({ ...ANSWER, upserts: [] });
  const empty = new RowSplitter();
  expect(empty.push('{"upserts":[],"deletes":["a","b"]}')).toEqual([]);
  expect(JSON.parse(empty.rest())).toEqual({ upserts: [], deletes: ['a', 'b'] });
});
