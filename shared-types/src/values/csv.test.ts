import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, readCsvCell } from './csv.ts';

const cellOf = (text: string) => csvOf([[text]]).slice(1, -2);
/** The text between the quotes of a cell, with its own quotes unescaped. */
const unquoted = (cell: string) =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

test('the file starts with a UTF-8 mark, lines end in CRLF, and cells that need quotes have them', () => {
  expect(csvOf([['Smith, "Jo"', 'two\nlines', 'a;b', ' a', 'Ada L.', 5, -5, null, '']])).toBe(
    '\uFEFF"Smith, ""Jo""","two\nlines","a;b"," a",Ada L.,5,-5,,\r\n',
  );
  expect(csvOf([['a']], { isContinued: true })).toBe('a\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555 0100', "'+1 555 0100"],
  ['-$300', "'-$300"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r\n=1', "'\r\n'=1"],
  ['\rtext', "'\rtext"],
  ['  =1', "  '=1"],
  ['\u00A0+1', "\u00A0'+1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['"=1', `"'=1`],
])(
  '%j, which a spreadsheet would run as a formula, has an apostrophe before its sign',
  (text, safe) => {
    expect(unquoted(cellOf(text))).toBe(safe);
  },
);

test.each([
  ['Ana;=cmd()', "Ana;'=cmd()"],
  ['Ana; "=cmd()"', `Ana; "'=cmd()"`],
  ['Ana";"=cmd()', `Ana";"'=cmd()`],
  ['Ana\t@x', "Ana\t'@x"],
  ['1 Sun St\n-Town', "1 Sun St\n'-Town"],
  ['a;b;+1;c', "a;b;'+1;c"],
])(
  '%j, which another country’s spreadsheet would split into cells, has one at the split',
  (text, safe) => {
    expect(unquoted(cellOf(text))).toBe(safe);
  },
);

test.each(["O'Brien", 'a-b', '5 + 5', 'ana@x.io', 'a = b', '1 Sun St, -Town', "'quoted'"])(
  '%j is not a formula',
  (text) => {
    expect(unquoted(cellOf(text))).toBe(text);
  },
);

const SIGNS = [...`=+＝'";,\t\n a`];
const longer = (texts: readonly string[]) =>
  texts.flatMap((text) => SIGNS.map((sign) => text + sign));
const RUNS_WHERE_PARTED = /(?:^|[;\t\n])["\s]*[=+＝]/;

test('any text is safe however cells are separated, and can be read back', () => {
  const two = longer(SIGNS);
  const texts = [...SIGNS, ...two, ...longer(two), ...longer(longer(two))];
  const wrong = texts.filter((text) => {
    const written = unquoted(cellOf(text));
    return RUNS_WHERE_PARTED.test(written) || readCsvCell(written) !== text;
  });
  expect(wrong).toEqual([]);
});

test('guards where a cell may begin and nowhere else, as the plainest pattern does', () => {
  const plain = /(^|[;\t\r\n])(["\s]*)(?='*[=+\-@])/g;
  const signs = fc.constantFrom(';', '\t', '\r', '\n', ' ', '"', "'", '=', '-', 'a');
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 12 }), (text) => {
      const wanted = text.replaceAll(plain, "$1$2'").replace(/^(?='*[\t\r\n])/, "'");
      const file = csvOf([[text]], { isContinued: true }).slice(0, -2);
      const cell = file.startsWith('"') ? file.slice(1, -1).replaceAll('""', '"') : file;
      expect(cell).toBe(wanted);
      expect(readCsvCell(cell)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

// By the pattern before, a tenth of them took a minute.
test.each(['\n', '\r\n', ' ', '"', ';', '\t ', "'"])(
  'a cell of a million %j is guarded at once',
  (unit) => {
    const text = `${unit.repeat(1_000_000)}x`;
    expect(readCsvCell(unquoted(cellOf(text)))).toBe(text);
  },
);
