import { expect, test } from 'vitest';
import { isCards, readCards } from './read-cards.ts';

const people = (text: string) =>
  readCards(text).map(({ person: { name, email, phone, address } }) => [
    name,
    email,
    phone,
    address,
  ]);
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

test('an iPhone’s card: grouped properties, labels, a folded picture, the mobile first', () => {
  const text = card(
    'VERSION:3.0',
    'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
    'N:Lopez;Maya;;;',
    'FN:Maya Lopez',
    'ORG:Example Energy;',
    'item1.EMAIL;type=INTERNET;type=pref:maya@example.com',
    'EMAIL;type=INTERNET;type=WORK:maya@work.example',
    'TEL;type=HOME;type=VOICE:(512) 555-0100',
    'TEL;type=CELL;type=VOICE;type=pref:(512) 555-0134',
    'item2.ADR;type=HOME;type=pref:;;12 Sun Street\\nApt 4;Austin;TX;78701;United States',
    'item2.X-ABADR:us',
    'item3.X-ABLabel:_$!<HomePage>!$_',
    'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD',
    ' /4QBMRXhpZgAATU0AKgAAAAgAAgESAAMAAAABAAEAAIdpAAQAAAABAAAAJgAAAAAA',
    ' END:VCARDlooksLikeIt',
  );
  expect(people(text)).toEqual([
    [
      'Maya Lopez',
      'maya@example.com',
      '(512) 555-0134',
      '12 Sun Street, Apt 4, Austin, TX 78701, United States',
    ],
  ]);
});

test('an Android’s cards in 2.1: quoted-printable over several lines, bare types, many in a file', () => {
  const text = [
    card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4E=C3=BA=C3=B1=65=7A;=4A=6F=73=C3=A9;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=6F=73=C3=A9=20=4E=C3=BA=C3=B1=',
      '=65=7A',
      'TEL;CELL:+34-600-123-456',
      'TEL;WORK;FAX:+34-900-000-000',
      'EMAIL;HOME:jose@example.com',
      'ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;=43=61=6C=6C=65=20=53=6F=6C=20=35;=4C=65=C3=B3=6E;;24001;',
    ),
    card('VERSION:2.1', 'N:;Mom;;;', 'FN:Mom', 'TEL;CELL;PREF:5551234567'),
    card('VERSION:2.1', 'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg'),
  ].join('');
  expect(people(text)).toEqual([
    ['José Núñez', 'jose@example.com', '+34-600-123-456', 'Calle Sol 5, León, 24001'],
    ['Mom', '', '5551234567', null],
    ['Jörg Müller', '', null, null],
  ]);
});

test('Google’s card: escaped commas, home before work, custom labels', () => {
  const text = card(
    'VERSION:3.0',
    'FN:Ann Lee\\, PhD',
    'N:Lee;Ann;;;PhD',
    'EMAIL;TYPE=INTERNET;TYPE=WORK:ann@work.example',
    'EMAIL;TYPE=INTERNET;TYPE=HOME:ann@example.com',
    'TEL;TYPE=WORK:+1 617-555-0100',
    'TEL;TYPE=HOME:+1 617-555-0102',
    'ADR;TYPE=WORK:;;1 Office Park;Lynn;MA;01901;US',
    'ADR;TYPE=HOME:;;12 Elm St\\, Rear;Salem;MA;01970;US',
    'item1.URL:http\\://www.google.com/profiles/1',
    'CATEGORIES:myContacts',
  );
  expect(people(text)).toEqual([
    ['Ann Lee, PhD', 'ann@example.com', '+1 617-555-0102', '12 Elm St, Rear, Salem, MA 01970, US'],
  ]);
});

test('Outlook’s card: a language, a name in N alone, folded and quoted addresses, a pager', () => {
  const text = card(
    'VERSION:2.1',
    'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office/outlook/12/electronicbusinesscards" ver="1.0"></card>',
    'N;LANGUAGE=en-us:Ray;Bob;J.;Mr.',
    'TEL;PAGER;VOICE:(617) 555-0999',
    'TEL;WORK;VOICE:(617) 555-0104',
    'ADR;WORK;PREF:;;1 Main St;Lynn;MA;01901;United States of America',
    'LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:1 Main St=0D=0A=',
    'Lynn, MA  01901',
    'EMAIL;PREF;INTERNET:bob@example.com',
    'REV:20260301T120000Z',
  );
  expect(people(text)).toEqual([
    [
      'Bob J. Ray',
      'bob@example.com',
      '(617) 555-0104',
      '1 Main St, Lynn, MA 01901, United States of America',
    ],
  ]);
});

test('version 4: values that are links, quoted types, a preference by number', () => {
  const text = card(
    'VERSION:4.0',
    'FN;LANGUAGE=en:Cy Kim',
    'TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-555-0101',
    'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+1-555-555-0102',
    'EMAIL;TYPE=work:cy@work.example',
    'EMAIL;PREF=1:cy@example.com',
    'ADR;LABEL="5 Oak Ave: rear";TYPE=home:;;5 Oak Ave;Dover;DE;19901;',
  );
  expect(people(text)).toEqual([
    ['Cy Kim', 'cy@example.com', '+1-555-555-0102', '5 Oak Ave, Dover, DE 19901'],
  ]);
});

test('a company without a person has its name, and an empty card is somebody to complete', () => {
  const text =
    card('VERSION:3.0', 'N:;;;;', 'ORG:Sun\\, Ltd;Sales', 'EMAIL:a@example.com') + card();
  expect(people(text)).toEqual([
    ['Sun, Ltd Sales', 'a@example.com', null, null],
    ['', '', null, null],
  ]);
});

test('line ends and letter case do not matter, and what is no property is passed over', () => {
  const text =
    'begin:vcard\nversion:3.0\nfn:Ann Lee\nno property\nemail:ann@example.com\nend:vcard';
  expect(isCards(text)).toBe(true);
  expect(people(text)).toEqual([['Ann Lee', 'ann@example.com', null, null]]);
  expect(isCards('Name,Email')).toBe(false);
});

test('what a card says is there for a look, each text once', () => {
  const [found] = readCards(
    card('N:Lee;Ann;;;', 'FN:Ann Lee', 'TEL;TYPE=HOME:1', 'TEL;TYPE=CELL:2', 'NOTE:private'),
  );
  expect(found?.text).toBe('Lee Ann, Ann Lee, 1, 2');
});

const phoneOf = (...lines: string[]) => people(card('FN:Ann Lee', ...lines))[0]?.[2];
const emailOf = (...lines: string[]) => people(card('FN:Ann Lee', ...lines))[0]?.[1];

test('of several preferred values the number says which is first', () => {
  expect(emailOf('EMAIL;PREF=2:b@x.io', 'EMAIL;PREF=1:a@x.io', 'EMAIL:c@x.io')).toBe('a@x.io');
  expect(emailOf('EMAIL;PREF=100:b@x.io', 'EMAIL;PREF=20;TYPE=work:a@x.io')).toBe('a@x.io');
  expect(emailOf('EMAIL;TYPE=work,pref:b@x.io', 'EMAIL;TYPE=home:a@x.io')).toBe('b@x.io');
  expect(phoneOf('TEL;PREF=2;TYPE=cell:2', 'TEL;TYPE=cell;PREF=1:1')).toBe('1');
  expect(phoneOf('TEL;PREF=1;TYPE=fax:2', 'TEL;PREF=9;TYPE=work:1')).toBe('1');
  expect(
    people(card('FN:A', 'ADR;PREF=2;TYPE=home:;;2 B St', 'ADR;PREF=1;TYPE=home:;;1 A St'))[0]?.[3],
  ).toBe('1 A St');
});

test.each([
  ['a type', ['TEL;TYPE=WhatsApp:+1 520-555-0117']],
  ['a bare type', ['TEL;WhatsApp:+1 520-555-0117']],
  ['a label of its group', ['item1.TEL:+1 520-555-0117', 'item1.X-ABLabel:WhatsApp']],
  ['a label before it', ['item2.X-ABLabel:WhatsApp', 'item2.TEL;type=pref:+1 520-555-0117']],
  ['a label of Apple’s', ['item1.TEL:+1 520-555-0117', 'item1.X-ABLabel:_$!<Mobile>!$_']],
  ['a property of its own', ['X-WHATSAPP:+1 520-555-0117']],
  ['a chat address', ['IMPP;X-SERVICE-TYPE=WhatsApp:whatsapp:+1 520-555-0117']],
])('a number of WhatsApp is a mobile one: %s', (_, lines) => {
  expect(phoneOf('TEL;TYPE=HOME:5', ...lines)).toBe('+1 520-555-0117');
});

test('a fax is told by its label, too', () => {
  expect(phoneOf('item1.TEL:5', 'item1.X-ABLabel:_$!<WorkFAX>!$_', 'TEL;TYPE=WORK:6')).toBe('6');
});

test.each([
  ['empty', 'FN:'],
  ['the email', 'FN:ann@x.io'],
  ['the number', 'FN:+1 520-555-0117'],
  ['the bare value of N', 'FN:Lee;Ann;;;'],
  ['signs', 'FN:;;'],
  ['a word for nothing', 'FN:null'],
  ['two of them', 'FN:undefined undefined'],
  ['letters that were lost', 'FN:J\uFFFDrg M\uFFFDller'],
  ['question marks', 'FN:??? ????'],
])('where FN is broken, N says who it is: %s', (_, fn) => {
  const [found] = people(card(fn, 'N:Lee;Ann;;;', 'EMAIL:ann@x.io', 'TEL:+1 520-555-0117'));
  expect(found?.[0]).toBe('Ann Lee');
});

test('a name that is strange and whole stays', () => {
  expect(people(card('FN:Null O’Brien', 'N:Lee;Ann;;;'))[0]?.[0]).toBe('Null O’Brien');
  expect(people(card('FN:ann@x.io', 'EMAIL:ann@x.io'))[0]?.[0]).toBe('');
  expect(
    people(card('FN:ann@x.io', 'N:ann@x.io;;;;', 'NICKNAME:Annie', 'EMAIL:ann@x.io'))[0]?.[0],
  ).toBe('Annie');
});

const ANN = ['Ann Lee', 'ann@x.io', null, null];
const BOB = ['Bob Ray', 'bob@x.io', null, null];
const ann = ['FN:Ann Lee', 'EMAIL:ann@x.io'];
const bob = ['BEGIN:VCARD', 'FN:Bob Ray', 'EMAIL:bob@x.io'];

test('a last card that is cut off is read as far as it is whole', () => {
  expect(people(`${card(...ann)}${bob.join('\r\n')}\r\n`)).toEqual([ANN, BOB]);
  const cut = `${card(...ann)}${[...bob, 'TEL:+1 520-55'].join('\r\n')}`;
  expect(people(cut)).toEqual([ANN, BOB]);
  expect(people(`${card(...ann)}BEGIN:VCARD\r\nFN:Bob Ray\r\nEMAIL:bob@x.`)).toEqual([
    ANN,
    ['Bob Ray', '', null, null],
  ]);
  expect(people(`${card(...ann)}BEGIN:VCA`)).toEqual([ANN]);
});

test('a card without an end, and one around another, are two people', () => {
  expect(people(`BEGIN:VCARD\r\n${ann.join('\r\n')}\r\n${bob.join('\r\n')}\r\nEND:VCARD`)).toEqual([
    ANN,
    BOB,
  ]);
  const agent = card(ann[0] ?? '', 'AGENT:', ...bob, 'END:VCARD', ann[1] ?? '');
  expect(people(agent)).toEqual([ANN, BOB]);
});

test.each([
  ['KIND:group', 'MEMBER:urn:uuid:1'],
  ['kind:Group', 'MEMBER:urn:uuid:1'],
  ['X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1'],
  ['X-KIND:group', 'X-MEMBER:urn:uuid:1'],
])('a group is nobody, and said: %s', (...lines) => {
  const found = readCards(card(...ann) + card('FN:Neighbors', ...lines));
  expect(found.map(({ text, why }) => [text, why])).toEqual([
    ['Ann Lee, ann@x.io', undefined],
    ['Neighbors', 'A group, not a person'],
  ]);
});

test('what stands outside of every card is said', () => {
  const found = readCards(`${card(...ann)}Bob Ray, bob@x.io\r\n\r\n${card('FN:Cy Kim')}`);
  expect(found.map(({ text, why }) => [text, why])).toEqual([
    ['Ann Lee, ann@x.io', undefined],
    ['Bob Ray, bob@x.io', 'Outside of any contact'],
    ['Cy Kim', undefined],
  ]);
});
