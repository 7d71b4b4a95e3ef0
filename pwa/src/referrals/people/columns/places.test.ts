import { expect, test } from 'vitest';
import { readPeople } from '../read-people.ts';

/** The address read of one row behind a name and an email; 'ask' if the person is asked for it. */
function addressOf(headings: string, cells: string): string | null | undefined {
  const text = `Name,Email,${headings}\nAnn Lee,ann@example.com,${cells}`;
  const { people, questions } = readPeople({ kind: 'csv', text });
  return questions?.isUnsure ? 'ask' : people[0]?.address;
}

const PLACE = '12 Elm St, Mesa, AZ, 85201';
const OTHER = '9 Bay Rd, Lynn, MA, 01901';
const [place, other] = [PLACE, OTHER].map((text) => text.replaceAll(', ', ','));

test.each([
  'Mailing Address,City,State,Zip',
  'Home Address,Town,State,ZIP/Postal',
  'Home Address,Town,St,Postal',
  'Street,City,St,Zip',
  'St,City,State,Zip',
  'Property Address,Property City,Property State,Property Zip',
  'Service Address,City,State/Province,Postcode',
  'Site Address,Suburb,State,Postal Code',
  'Installation Street,City/Town,State,ZIP',
  'Street Address,City,State,ZIP / Postal Code',
  'Address (Street),Address (City),Address (State),Address (ZIP)',
  'Home: Street,Home: City,Home: State,Home: Postal',
  'Address line 1,Town or city,County,Postcode',
  'Default Address Address1,Default Address City,Default Address Province,Default Address Zip',
  'Address - Street Address,Address - City,Address - State,Address - Zip',
  'Address (Line 1),Address (City),Address (State),Address (Postal Code)',
  'Homeowner Mailing Address,City,State,Zip',
  'Address of the home,City,State,ZIP',
  'Addr,City,ST,ZIP5',
  'Service Location,City,State,Zip',
  'Job Site,City,State,Zip',
  'Residence,City,State,Zip',
  'Billing Address 1,Billing City,Billing State,Billing Postcode',
])('a street and what stands behind it are one place: %s', (headings) => {
  expect(addressOf(headings, place ?? '')).toBe(PLACE);
});

test('the address of a friend is one place, too', () => {
  const headings = "Friend's Name,Friend's Email,Friend's Address,City,State,Zip";
  const text = `${headings}\nAnn Lee,ann@example.com,${place}`;
  expect(readPeople({ kind: 'csv', text }).people).toMatchObject([{ address: PLACE }]);
});

test.each([
  ['Mailing Address,City,State,Zip,Property Address,City,State,Zip', `${other},${place}`],
  ['Property Address,City,State,Zip,Mailing Address,City,State,Zip', `${place},${other}`],
  [
    'Billing Street,Billing City,Billing State,Billing Zip,Site Street,Site City,Site State,Site Zip',
    `${other},${place}`,
  ],
  [
    'Address,City,State,Zip,Mailing Address,Mailing City,Mailing State,Mailing Zip',
    `${place},${other}`,
  ],
  ['Mailing Address,City,State,Zip,Service Address,City,State,Zip', `${other},${place}`],
  ['Work Address,City,State,Zip,Home Address,City,State,Zip', `${other},${place}`],
  [
    'Shipping Street,Shipping City,Shipping State,Shipping Zip,Installation Address,City,State,Zip',
    `${other},${place}`,
  ],
  ['Previous Address,City,State,Zip,Address,City,State,Zip', `${other},${place}`],
])('the roof comes before where mail goes: %s', (headings, cells) => {
  expect(addressOf(headings, cells)).toBe(PLACE);
});

test('where the roof is not said, mail goes to the same place', () => {
  const headings = 'Mailing Address,City,State,Zip,Property Address,City,State,Zip';
  expect(addressOf(headings, `${other},,,,`)).toBe(OTHER);
  expect(addressOf(headings, `${other},12 Elm St,Mesa,,`)).toBe('12 Elm St, Mesa');
});

test.each([
  ['two roofs', 'Property Address,Home Address', '12 Elm St,9 Bay Rd'],
  ['two addresses without a word', 'Address,City,Address,City', '12 Elm St,Mesa,9 Bay Rd,Lynn'],
  [
    'a city that may be of either',
    'Property Address,Mailing Address,City,State',
    '12 Elm St,9 Bay Rd,Lynn,MA',
  ],
  ['two numbered ones', 'Address 1,City 1,Address 2,City 2', '12 Elm St,Mesa,9 Bay Rd,Lynn'],
])('what cannot be told apart is asked: %s', (_, headings, cells) => {
  expect(addressOf(headings, cells)).toBe('ask');
});

test.each([
  ['Property Address,Home Address', '12 Elm St,12 Elm St', '12 Elm St'],
  ['Property Address,Home Address', ',12 Elm St', '12 Elm St'],
  ['Address 1,Address 2,City', '12 Elm St,Apt 4,Mesa', '12 Elm St, Apt 4, Mesa'],
  ['City,State,Zip,Home Address', 'Mesa,AZ,85201,12 Elm St', PLACE],
  ['City,State', 'Mesa,AZ', 'Mesa, AZ'],
  ['State', 'AZ', null],
  ['Address,Second Home Address', '12 Elm St,9 Bay Rd', '12 Elm St'],
  [
    'Dirección,Colonia,Estado,C.P.',
    'Calle 5,Centro,Sonora,83000',
    'Calle 5, Centro, Sonora, 83000',
  ],
  [
    'Voie,Complément,CP,Ville',
    '"5, rue du Soleil",Bât B,75011,Paris',
    '5, rue du Soleil, Bât B, 75011, Paris',
  ],
  ['P.O. Box,City', 'PO Box 9,Mesa', 'PO Box 9, Mesa'],
  ['House No,Street Name,Town', '12,Elm St,Mesa', '12, Elm St, Mesa'],
  ['Location', '"12 Elm St, Mesa"', '12 Elm St, Mesa'],
  ['Property', '"12 Elm St, Mesa"', '12 Elm St, Mesa'],
  ['Home', '"12 Elm St, Mesa"', '12 Elm St, Mesa'],
  ['Property', 'Owned', null],
  ['Addr_1,City_Nm,St_Cd,Zip_Cd', place ?? '', PLACE],
  ['Address,City,State,Zip,Unit', `${place},Apt 4`, '12 Elm St, Apt 4, Mesa, AZ, 85201'],
  ['City,County,State', 'Mesa,Maricopa,AZ', 'Mesa, Maricopa, AZ'],
  ['PLZ,Ort,Straße', '01067,Dresden,Weg 5', 'Weg 5, 01067, Dresden'],
  ['Country,Street,City', 'USA,12 Elm St,Mesa', '12 Elm St, Mesa, USA'],
])('one place in %s (%s)', (headings, cells, address) => {
  expect(addressOf(headings, cells)).toBe(address);
});
