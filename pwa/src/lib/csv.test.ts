import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('writes RFC 4180 text with a BOM, quoting what needs it', () => {
  const text = toCsv([
    ['name', 'note'],
    ['Smith, "Jo"', 'two\nlines'],
  ]);
  expect(text).toBe('\uFEFFname,note\r\n"Smith, ""Jo""","two\nlines"\r\n');
});

test.each(['=1+1', '+1 555', '-1', '@x', '\tx'])('keeps %j from running as a formula', (cell) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF'${cell}\r\n`);
});
