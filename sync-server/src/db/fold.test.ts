import { foldText } from '@sunloop/shared-types/values/fold-text.ts';
import { searchKeys } from '@sunloop/shared-types/values/search.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Texts that the device and the database fold differently, with both results. */
async function findDifferences(texts: readonly string[]) {
  // Of a letter that is younger than the database, only the device knows the small one.
  const rows = await database.orm.em.fork().execute<{ text: string; there: string }[]>(
    `select text, folded(text) as there from jsonb_array_elements_text(:texts::jsonb) text
     where unicode_assigned(text)`,
    { texts: JSON.stringify(texts) },
  );
  expect(rows.length).toBeGreaterThan(texts.length / 4);
  const compared = rows.map(({ text, there }) => ({ text, here: foldText(text), there }));
  return compared.filter(({ here, there }) => here !== there);
}

const isStorable = (code: number) => code < 0xd800 || code > 0xdfff;

test('the device and the database fold every character alike', async () => {
  const codes = Array.from({ length: 0x1ffff }, (_, at) => at + 1).filter(isStorable);
  const texts = codes.map((code) => `a${String.fromCodePoint(code)}B`);
  expect(await findDifferences(texts)).toEqual([]);
});

test.each([
  ['an empty text', ''],
  ['blanks alone', ' \t\u00a0\u3000 '],
  ['blanks and line ends between words', '  Ann\r\n\t Lee\u2003\u00a0Jr '],
  ['signs beside blanks', ' \u200bAnn \u200d Lee\u00ad '],
  ['marks before a letter and heaps of them', '\u0301a\u0301\u0302\u0303\u0304'],
  ['marks apart and in one', 'José José Ǻ İI ıi ẞß'],
  ['a final sigma', 'ΟΔΥΣΣΕΎΣ Σ.'],
  ['what a pattern would take for more', '%_\\ [a-z] $& \\1'],
  ['letters in a circle, wide and in one sign', 'Ⓐ Ａ ﬁ Ǆ ½ ² …'],
  ['a family and a flag', '👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['Korean, kana and Devanagari', '한국 ｶﾞ が हिन्दी'],
])('The device and the database fold %s alike', async (_, text) => {
  expect(await findDifferences([text])).toEqual([]);
});

test.each([
  "O'Brien",
  'O’Brien-Smith',
  'anne–marie@x-y.example',
  "'-'",
  "Zoë'--",
  ' - a -- b - ',
  "d'",
  'Ann Lee',
  '',
])('The device and the database search %j by the same key', async (text) => {
  const [row] = await database.orm.em
    .fork()
    .execute<{ key: string }[]>('select search_keys(folded(?)) as key', [text]);
  expect(row?.key).toBe(searchKeys(text).join('\n'));
});
