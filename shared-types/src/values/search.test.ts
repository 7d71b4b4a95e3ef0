import { expect, test } from 'vitest';
import { isSought, soughtIn } from './search.ts';

const PHONES = [
  '555-0100',
  '(555) 0100',
  '+1 555 0100',
  '1-555-0100',
  '5550100',
  '+1\u00a0555\u20110100',
];
const GERMAN = [
  '+49 30 901820',
  '0049 30 901820',
  '011 49 30/901820',
  '030 901820',
  '+49 (0)30 901820',
];

const AMERICAN = [
  '520-555-0117',
  'tel:+1-520-555-0117',
  'tel:+15205550117;ext=5',
  '520-555-0117 x5',
  '(520) 555-0117, ext. 5',
  '520.555.0117 extension 5',
  '520-555-0117 #5',
  '+1 1 520 555 0117',
  '+1 001 520 555 0117',
  '001 1 520 555 0117',
  '1 1 520 555 0117',
  'wa.me/15205550117',
  'Mobile 520-555-0117',
  'sms:+15205550117&body=hi',
];
const LETTERS = ['1-888-SUN-4-YOU', '888-786-4968', '(888) SUN4YOU', '+18887864968'];

test.each([PHONES, GERMAN, AMERICAN, LETTERS])(
  '%s and its other spellings find each other',
  (...spellings) => {
    for (const typed of spellings) {
      for (const stored of spellings) {
        expect(isSought(soughtIn(typed), ['Ann Lee'], stored), `${typed} in ${stored}`).toBe(true);
      }
      expect(isSought(soughtIn(typed), ['Ann Lee'], '+1 602 555 0164'), typed).toBe(false);
    }
  },
);

test.each([
  ['an empty text', '', true],
  ['what shows nothing', ' \u200b ', true],
  ['a part of a name', 'NN L', true],
  ['what goes across two texts', 'lee ann@', false],
  ['two digits, which half of all phones have', '(1) 0', false],
  ['two digits as they are written', '5-0', true],
  ['a word with digits', 'x555', false],
])('%s: %j finds Ann is %s', (_, typed, isFound) => {
  expect(isSought(soughtIn(typed), ['Ann Lee', 'ann@example.com', null], '555-0100')).toBe(isFound);
  expect(isSought(soughtIn(typed), ['Ann Lee', 'ann@example.com'])).toBe(
    isFound && typed !== '5-0',
  );
});

const PEOPLE = [
  "Siobhán O'Brien",
  'Séan O’Brien',
  'Anne-Marie Dubois',
  'Ann Lee',
  'Li Wu',
  'José Núñez',
  'St. John Smith',
  'Robert "Bob" Ray',
  'Ana-María d’Angelo-Ruiz',
];

test.each([
  ['OBrien', ["Siobhán O'Brien", 'Séan O’Brien']],
  ['o brien', ["Siobhán O'Brien", 'Séan O’Brien']],
  ["O'Brien", ["Siobhán O'Brien", 'Séan O’Brien']],
  ['O’Brien Séan', ['Séan O’Brien']],
  ['brien, sean', ['Séan O’Brien']],
  ['O Brien Sean', ['Séan O’Brien']],
  ['Anne Marie', ['Anne-Marie Dubois']],
  ['annemarie', ['Anne-Marie Dubois']],
  ['Anne–Marie', ['Anne-Marie Dubois']],
  ['Dubois, Anne Marie', ['Anne-Marie Dubois']],
  ['Lee, Ann', ['Ann Lee']],
  ['Lee,Ann', ['Ann Lee']],
  ['lee  ann', ['Ann Lee']],
  ['"Ann Lee"', ['Ann Lee']],
  ['Wu, Li', ['Li Wu']],
  ['Ann Lee.', ['Ann Lee']],
  ['Nunez Jose', ['José Núñez']],
  ['NÚÑEZ, J', ['José Núñez']],
  ['smith st john', ['St. John Smith']],
  ['St John', ['St. John Smith']],
  ['st. john', ['St. John Smith']],
  ['Bob Ray', ['Robert "Bob" Ray']],
  ['DAngelo Ruiz, Ana Maria', ['Ana-María d’Angelo-Ruiz']],
  ['Lee Anne', []],
  ['Ann Lee Ray', []],
])('%s finds %j', (typed, found) => {
  const sought = soughtIn(typed);
  expect(
    PEOPLE.filter((name) => isSought(sought, [name, 'somebody@example.com'], '555-0100')),
  ).toEqual(found);
});

test.each(['1841-mx1scbcg-12', '21-22', 'A-1 b2'])(
  '%j, which could be a phone, finds a name',
  (typed) => {
    expect(isSought(soughtIn(typed), [`The ${typed}5 of us`])).toBe(true);
  },
);

test('words are looked for in one text, and not in all of them together', () => {
  const texts = ['Ann Lee', 'bob-ray@example.com'];
  expect(isSought(soughtIn('lee bob'), texts)).toBe(false);
  expect(isSought(soughtIn('bob-ray@example.com'), texts)).toBe(true);
  expect(isSought(soughtIn('ray bob'), texts)).toBe(true);
});

test.each([',', "'", '-', '""', ' \u200b '])('%j alone finds everybody', (typed) => {
  expect(isSought(soughtIn(typed), ['Ann Lee'])).toBe(true);
});

test.each(["Ann'--", 'Ann--Lee', '%', '_', 'friend 1', 'nle', 'e a'])(
  '%s finds nobody',
  (typed) => {
    expect(isSought(soughtIn(typed), ['Ann Lee', 'friend 21'])).toBe(false);
  },
);

test('of many words the first are looked for', () => {
  expect(soughtIn('abc b '.repeat(1000)).words).toEqual(['abc', 'b']);
  expect(soughtIn(['abc', ...'defghijkl'].join(' ')).words).toHaveLength(8);
});
