import { expect, test } from 'vitest';
import { lookOf } from './look.ts';

test.each([
  ['two blanks', 'Maya  Chen'],
  ['a blank that does not break', 'Maya\u00a0Chen'],
  ['a thin and an ideographic blank', 'Maya\u2009\u3000Chen'],
  ['blanks around', ' Maya Chen\u2003'],
  ['full-width letters', 'Ｍａｙａ　Ｃｈｅｎ'],
  ['full-width capitals', 'ＭＡＹＡ ＣＨＥＮ'],
  ['mathematical letters', '𝐌𝐚𝐲𝐚 𝒞𝒽ℯ𝓃'],
  ['another case', 'mAYA CHEN'],
  ['Cyrillic letters', 'М\u0430у\u0430 С\u04bb\u0435n'],
  ['a Greek letter', '\u039caya Chen'],
  ['a zero-width space', 'Ma\u200bya Chen'],
  ['a soft hyphen and a joiner', 'Ma\u00adya C\u200dhen'],
  ['r and n for m', 'rnaya Chen'],
])('with %s a name looks the same', (_, name) => {
  expect(lookOf(name)).toBe(lookOf('Maya Chen'));
});

test.each([
  ['Bill Gates', 'BiII Gates'],
  ['Bill Gates', 'ВILL  GATES'],
  ['Kim O', 'ＫＩＭ 0'],
  ['Zoë', 'Zoe\u0308'],
  ['ﬁn ale', 'fin ale'],
  ['Ольга', 'O\u043b\u044c\u0433\u0430'],
  ['Ann 1', 'Ann l'],
])('%s looks like %s', (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test.each([
  ['José', 'Jose'],
  ['Ann Lee', 'AnnLee'],
  ['Ann Lee', 'Anne Lee'],
  ['Ann Lee', 'Lee Ann'],
  ['Ольга', 'Olga'],
  ['李小龙', '李小狼'],
  ['Sam 2', 'Sam 3'],
  ['Maya Chen', 'Maja Chen'],
])('%s and %s can be told apart', (one, other) => {
  expect(lookOf(one)).not.toBe(lookOf(other));
});

test('a long name of marks is looked at at once', () => {
  const startedAt = performance.now();
  for (let round = 0; round < 100; round += 1) lookOf('a\u0301\u0327ﷺ'.repeat(12));
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
