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
