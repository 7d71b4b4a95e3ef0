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
