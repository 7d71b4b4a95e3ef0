import { expect, test } from 'vitest';
import { NOBODY_HERE, readText } from './read-text.ts';

/** Name, email, phone and address of each person in a text; null for what is nobody. */
const picked = (text: string) =>
  readText(text).map(({ person: { name, email, phone, address }, why }) =>
    why === undefined ? [name, email, phone, address] : null,
  );

const MAYA = ['Maya Lopez', 'maya@example.com', '555 123 4567', null];

test.each([
  ['a line', 'Maya Lopez, maya@example.com, 555 123 4567'],
  ['a line in another order', 'maya@example.com; 555 123 4567; Maya Lopez'],
  ['labels', 'Name: Maya Lopez\nTel: 555 123 4567\nE-mail: maya@example.com'],
  ['labels in a line', 'Name: Maya Lopez, mobile 555 123 4567, email: maya@example.com'],
  ['an email with a name', 'Maya Lopez <maya@example.com>, 555 123 4567'],
  ['a name in quotation marks', '"Lopez, Maya" <maya@example.com> 555 123 4567'],
  ['a link of a page', 'Maya Lopez (mailto:maya@example.com) | 555 123 4567'],
  ['a block', 'Maya Lopez\n555 123 4567\nmaya@example.com'],
  ['a block, email first', 'maya@example.com\n555 123 4567\nMaya Lopez'],
  ['a chat', '[11/27/26, 9:14:03 AM] Tom Ray: Maya Lopez, maya@example.com, 555 123 4567'],
  ['a list', '1. Maya Lopez – maya@example.com – 555 123 4567'],
  [
    'a message',
    'My neighbor Maya Lopez wants panels. Write to maya@example.com or ring 555 123 4567.',
  ],
  ['a name above', 'Maya Lopez\n\nmaya@example.com\n555 123 4567'],
  [
    'a name without capitals that is labeled',
    'name: Maya Lopez\nphone: 555 123 4567\nmaya@example.com',
  ],
])('one person in %s', (_, text) => {
  expect(picked(text)).toEqual([MAYA]);
});

test('a signature is one person, without title, company and fax', () => {
  const text = `Best regards,
Maya Lopez
Sales Manager
Example Energy Inc
12 Sun Street, Austin, TX 78701
Mobile: +1 (512) 555-0134 | Fax: 512 555 0199
maya@example.com | www.example.com`;
  expect(picked(text)).toEqual([
    ['Maya Lopez', 'maya@example.com', '+1 (512) 555-0134', '12 Sun Street, Austin, TX 78701'],
  ]);
});

test('somebody to call has no email, and no name is taken from the words around', () => {
  expect(picked('Hi, please call Tom on 555 123 4567, he wants solar')).toEqual([
    ['Tom', '', '555 123 4567', null],
  ]);
  expect(picked('Call Tom de la Cruz: +44 151 496 0000 x12')).toEqual([
    ['Tom de la Cruz', '', '+44 151 496 0000 x12', null],
  ]);
});

test('a message that is signed is about somebody else', () => {
  const text = 'Could you call my mum Susan Hall? She is on 07700 900123. Thanks, Ben';
  expect(picked(text)).toEqual([['Susan Hall', '', '07700 900123', null]]);
});

test('a name typed without capitals is a name beside an email or a number', () => {
  const text = 'maya lopez, maya@example.com\njohn o’neil 555-123-4567 wants to be called';
  expect(picked(text)).toEqual([
    ['maya lopez', 'maya@example.com', null, null],
    ['john o’neil', '', '555-123-4567', null],
  ]);
});

test('a sentence about a street is no address', () => {
  expect(picked("Also Priya (she's at 14 Elm Rd) priya@example.com")).toEqual([
    ['Priya', 'priya@example.com', null, null],
  ]);
});

test('several people, a line each, with and without everything', () => {
  const text = `Maya Lopez, maya@example.com, 555 123 4567
Tom Ray 555 765 4321
José Núñez <jose@example.com>
ann@example.com`;
  expect(picked(text)).toEqual([
    MAYA,
    ['Tom Ray', '', '555 765 4321', null],
    ['José Núñez', 'jose@example.com', null, null],
    ['', 'ann@example.com', null, null],
  ]);
});

test('several people, a block each, with and without blank lines between', () => {
  const maya = 'Maya Lopez\nmaya@example.com\n555 123 4567';
  const tom = 'Tom Ray\ntom@example.com\n555 765 4321';
  const both = [MAYA, ['Tom Ray', 'tom@example.com', '555 765 4321', null]];
  expect(picked(`${maya}\n\n${tom}`)).toEqual(both);
  expect(picked(`${maya}\n${tom}`)).toEqual(both);
});

test('the receivers of an email are people each', () => {
  expect(
    picked('To: Maya Lopez <maya@example.com>; "Ray, Tom" <tom@example.com>, ann@example.com'),
  ).toEqual([
    ['Maya Lopez', 'maya@example.com', null, null],
    ['Tom Ray', 'tom@example.com', null, null],
    ['', 'ann@example.com', null, null],
  ]);
});

const TWO = [
  ['Maya Lopez', '', '512 555 0134', null],
  ['Tom Ray', '', '512 555 0135', null],
];

test.each([
  ['pieces of a line', 'Maya Lopez 512 555 0134 / Tom Ray 512 555 0135'],
  ['one sentence', 'Maya Lopez is on 512 555 0134 and Tom Ray is on 512 555 0135'],
  ['a sentence with possessives', "Maya Lopez's cell is 512 555 0134, Tom Ray’s is 512 555 0135"],
  [
    'possessives before a label or a colon',
    "Maya Lopez's cell 512 555 0134\nAsk for Tom Ray's: 512 555 0135",
  ],
  ['numbered lines', 'Friend 1: Maya Lopez 512 555 0134\nFriend #2 - Tom Ray 512 555 0135'],
  ['last names first', 'Lopez, Maya 512 555 0134\nRay, Tom 512 555 0135'],
  [
    'lines between words',
    'My sister: Maya Lopez\nher cell: 512 555 0134\nand my dad: Tom Ray\nhis cell: 512 555 0135',
  ],
])('two people with a phone each in %s', (_, text) => {
  expect(picked(text)).toEqual(TWO);
});

test('last names first, as mail programs write them', () => {
  expect(picked('Lopez, Maya <maya@example.com>; Ray, Tom <tom@example.com>')).toEqual([
    ['Maya Lopez', 'maya@example.com', null, null],
    ['Tom Ray', 'tom@example.com', null, null],
  ]);
});

test('two numbers of one person are one person, with both', () => {
  const [home, cell] = ['512 555 0134', '512 555 0135'];
  for (const text of [
    `Maya Lopez home ${home} cell ${cell}`,
    `Maya Lopez ${home} (home), ${cell} (cell)`,
    `Maya Lopez\nProject Lead\nOffice: ${home}\nMobile: ${cell}`,
  ]) {
    expect(picked(text)).toEqual([['Maya Lopez', '', `${home} / ${cell}`, null]]);
  }
});

test('two emails of one who is named are one person, by the first', () => {
  const [found, ...more] = readText('Maya Lopez, maya@example.com, maya@work.example');
  expect(found?.person).toMatchObject({ name: 'Maya Lopez', email: 'maya@example.com' });
  expect(found?.text).toContain('maya@work.example');
  expect(more).toEqual([]);
});

test('days, times, prices and postal codes are no phones', () => {
  expect(picked('Maya Lopez, maya@example.com, met 11/27/2026 9:30, $12,500, 78701-1234')).toEqual([
    ['Maya Lopez', 'maya@example.com', null, null],
  ]);
});

test('an address is told in a line and in lines of its own', () => {
  const line = 'Maya Lopez, maya@example.com, 555 123 4567, 12 Sun St, Austin, TX 78701';
  expect(picked(line)[0]?.[3]).toBe('12 Sun St, Austin, TX 78701');
  const block = 'Jürgen Groß\nHauptstr. 12\n10115 Berlin\njuergen@example.com';
  expect(picked(block)).toEqual([
    ['Jürgen Groß', 'juergen@example.com', null, 'Hauptstr. 12, 10115 Berlin'],
  ]);
});

test('a town is no name, neither in a line of its own nor without a street', () => {
  const block =
    'Maya Lopez\nHome: 512 555 0134\nWork: 512 555 0135\n12 Sun Street\nAustin, TX 78701\nmaya@example.com';
  expect(picked(block)).toEqual([
    [
      'Maya Lopez',
      'maya@example.com',
      '512 555 0134 / 512 555 0135',
      '12 Sun Street, Austin, TX 78701',
    ],
  ]);
  expect(picked('Maya Lopez, Bristol, BS1 4ST, 07700 900123')).toEqual([
    ['Maya Lopez', '', '07700 900123', 'Bristol, BS1 4ST'],
  ]);
});

test('what is nobody is listed with its text, and nothing of the text is missing', () => {
  const text = `Hi there!

Here are the two:

Maya Lopez, maya@example.com, 555 123 4567

See you on Friday
Ann`;
  const found = readText(text);
  expect(picked(text)).toEqual([null, null, MAYA, null, null]);
  expect(found.filter(({ why }) => why === NOBODY_HERE).map((one) => one.text)).toEqual([
    'Hi there!',
    'Here are the two:',
    'See you on Friday',
    'Ann',
  ]);
});

test('names of other scripts are names', () => {
  expect(picked('王小明, wang@example.com')[0]?.[0]).toBe('王小明');
  expect(picked('Олена Шевченко +380 44 123 4567')[0]?.[0]).toBe('Олена Шевченко');
});

test('any text is read without an error, however odd, and an empty one is nobody', () => {
  expect(readText('')).toEqual([]);
  expect(readText('@@@ ,,, ((( +++')).toHaveLength(1);
  expect(readText(`${'a@b.co '.repeat(2000)}\n${'1 '.repeat(5000)}`).length).toBeGreaterThan(1);
});

test.each([
  'Ann Lee before 9:30 520-555-0117',
  'Ann Lee apt 4 520-555-0117',
  'Ann Lee 11/20/2026 520-555-0117',
  'Ann Lee call after 5 520-555-0117',
])('the digits of a time, a day or an apartment are no part of a phone: %s', (text) => {
  expect(readText(text)).toMatchObject([{ person: { name: 'Ann Lee', phone: '520-555-0117' } }]);
});
