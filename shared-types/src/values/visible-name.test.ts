import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { UserChange } from '../ground/admin.ts';
import { SignUp } from '../ground/user.ts';
import { PushRow, ReferralForm } from '../referrals/referral.ts';
import { isVisibleName } from './visible-name.ts';
import { NewQuote } from '../visitors/quotes.ts';

describe('a name that can be seen', () => {
  test.each([
    ['Zoë Ångström', 'accents'],
    ['Zoe\u0308 A\u030Angstro\u0308m', 'combining marks'],
    ['Nguyễn Thị Ánh', 'stacked accents'],
    ["Siobhán O'Brien-Smith Jr.", 'an apostrophe and a hyphen'],
    ['Ana\u00A0Sol', 'a space that does not break'],
    ['山田\u3000太郎', 'an ideographic space'],
    ['渡邉\u{E0101}', 'a variant of a Han letter'],
    ['علی\u200Cرضا', 'a Persian joiner'],
    ['مُحَمَّد', 'Arabic with its vowels'],
    ['שָׂרָה', 'Hebrew with its points'],
    ['क्\u200Dष श्रीमान्\u200Cजी', 'Devanagari joiners'],
    ['അനില്\u200D', 'a Malayalam letter whose joiner ends the word'],
    ['ශ්\u200Dරී ලංකා', 'a Sinhala joiner'],
    ['র\u200D্যাব', 'a Bengali joiner before the sign that joins'],
    ['ᠮᠣᠩᠭ\u180Bᠣᠯ', 'a variant of a Mongolian letter'],
    ['Ana \u2764\uFE0F', 'an emoji with its variation selector'],
    ['\u{1F469}\u{1F3FD}\u200D\u{1F4BB} Ada', 'an emoji of two'],
    ['\u{1F3F3}\uFE0F\u200D\u{1F308} Sam', 'a flag of two'],
    ['\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F} Rhys', 'the flag of Wales'],
    ['Agent 7\uFE0F\u20E3', 'a keycap'],
  ])('may be %j: %s', (name) => {
    expect(isVisibleName(name)).toBe(true);
  });
});

describe('a name with invisible characters', () => {
  test.each([
    ['Ana\u200BSol', 'a zero-width space'],
    ['Ana\u2060Sol', 'a word joiner'],
    ['An\uFEFFa', 'a byte order mark'],
    ['A\u00ADna', 'a soft hyphen'],
    ['An\u200Da', 'a joiner between letters that do not join'],
    ['Ana\u200C', 'a joiner at its end'],
    ['علی\u200C\u200Cرضا', 'two joiners'],
    ['\u{1F469}\u200D', 'a joiner after an emoji and nothing else'],
    ['Ana\uFE0F', 'a variation selector without an emoji'],
    ['A1\uFE0F', 'a variation selector after a digit'],
    ['Ana\u{E0041}', 'a tag'],
    ['\u3164\u3164', 'fillers alone'],
    ['\u202Eanna', 'an override of direction'],
    ['Ana\u2066x\u2069', 'an isolate'],
    ['\u200FAna', 'a mark of direction'],
    ['Ana\u061C', 'an Arabic mark of direction'],
    ['Ana\tSol', 'a tab'],
    ['Ana\nSol', 'a line feed'],
    ['Ana\u2028Sol', 'a line separator'],
    ['Ana\u0007', 'a bell'],
    ['Ana\u0085Sol', 'a C1 control character'],
    ['Ana\uFFF9x', 'an annotation'],
    ['\u2800\u2800', 'Braille blanks'],
    ['Ana\u2800Sol', 'a Braille blank between letters'],
    ['\u0301\u0301', 'marks without a letter'],
    ['\u1680\u2003\u3000x\u{1D159}', 'a musical blank'],
    ['Ana \uFFFC', 'the place of an object'],
    ['\uE000\uE001', 'signs of one font alone'],
  ])('is refused: %j, %s', (name) => {
    expect(isVisibleName(name)).toBe(false);
  });

  const person = { name: 'A\u200Bnn', email: 'a@x.io', phone: '5', id: crypto.randomUUID() };
  test.each([
    ['name', 'Name', PushRow],
    ['name', 'Name', ReferralForm],
    ['name', 'Name', NewQuote],
    ['username', 'Username', SignUp],
    ['username', 'Username', UserChange],
  ] as const)('is refused in words at its field %s', (field, label, schema) => {
    const given = { ...person, username: person.name, password: '123456' };
    const box = schema === ReferralForm ? { permission: '' } : {};
    const parsed = v.safeParse(schema, { ...given, ...box });
    const text = `${label} has invisible characters in it. Please type it instead of pasting it.`;
    expect(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      [field, text],
    ]);
  });
});

test('a name whose marks would cover the lines around it is refused in words', () => {
  const heap = (marks: number) => `Z${'\u0335\u0322\u0301\u0308'.repeat(8).slice(0, marks)}oe`;
  const judge = (name: string) =>
    v.safeParse(ReferralForm, { name, email: 'a@x.io', phone: '5', permission: '' }).issues?.[0]
      .message;
  expect(judge(heap(6))).toBeUndefined();
  expect(judge(heap(7))).toBe('Name has too many marks on a letter');
});

test('a name of many characters is judged quickly', () => {
  const startedAt = performance.now();
  for (const unit of ['\u{1F469}\u200D', 'ع\u200C', '\u094D', '1\uFE0F', '\u{E0020}'])
    expect(isVisibleName(`${unit.repeat(20_000)}\u200B`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
