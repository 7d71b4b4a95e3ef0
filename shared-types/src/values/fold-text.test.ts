import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['accents', 'JOSÉ Müller', 'jose muller'],
  ['accents as marks of their own', 'José', 'jose'],
  ['sharp s', 'Großer STRAẞE', 'grosser strasse'],
  ['strokes', 'Øst Łukasz Đorđe Ħal Ŧ', 'ost lukasz dorde hal t'],
  ['ligatures', 'Æsir Cœur ﬁn', 'aesir coeur fin'],
  ['eth and thorn', 'Guðrún Þór', 'gudrun thor'],
  ['Turkish i', 'İpek Işık ısı', 'ipek isik isi'],
  ['Greek', 'Σίσυφος ΣΊΣΥΦΟΣ', 'σισυφοσ σισυφοσ'],
  ['apostrophes', "O'Neil O’Neil Oʼneil O`Neil O´Neil O‘Neil", Array(6).fill("o'neil").join(' ')],
  ['dashes', 'a-b a‐b a‑b a–b a—b a−b a－b', Array(7).fill('a-b').join(' ')],
  ['blanks and line ends', '\u00a0 Ann\u2009\t Lee\r\nJr\u3000', 'ann lee jr'],
  ['invisible signs', '\ufeffA\u200bn\u00adn\u2060 \u202eLee\u202c\u200d', 'ann lee'],
  ['wide letters', 'ＡＮＮ　１２', 'ann 12'],
  ['digits of other scripts', '٠١٢٣ ۴۵۶ ७८९', '0123 456 789'],
  ['scripts without case', '李雷 हिन्दी', '李雷 हिन्दी'],
])('%s are folded', (_, text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});
