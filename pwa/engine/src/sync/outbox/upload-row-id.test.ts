import { expect, test } from 'vitest';
import { uploadRowId } from './upload-row-id.ts';

const USER = '0190d3a4-7a5e-7c31-9d1a-3f2b1c0d9e8f';
const none = { phone: null, address: null };

// Ids of rows that people have already uploaded: another id for the same row would add each a second time.
test.each([
  [
    '7dc59cff-0972-5ba6-855c-72256d051da6',
    { name: 'Ada Lovelace', email: 'ada@example.com', phone: '555 0100', address: '1 Sun St' },
  ],
  [
    'c07a8fdb-4a9b-59fb-a5f2-4cbdc1ae1b14',
    { name: 'José Ñandú', email: 'jose@example.com', ...none },
  ],
  [
    'e9bd6fbe-36e9-51a7-8359-251f52ef8f7d',
    { name: 'STRASSE ẞ İstanbul', email: 'x@example.com', phone: '', address: '①  ﬁ' },
  ],
  [
    '772e4027-66be-5401-ba34-a23bd583c0ca',
    { name: 'Ａｄａ　Ｌ', email: 'A@EXAMPLE.COM', phone: ' 1 \t 2 ', address: '\u{1F469}' },
  ],
])('still gives the id %s to %j', (id, row) => {
  expect(uploadRowId(USER, row)).toBe(id);
});

test('gives all spellings of a person one id', () => {
  const row = { name: 'José Ñandú', email: 'jose@example.com', ...none };
  const id = uploadRowId(USER, row);
  for (const name of ['JOSE\u0301  N\u0303andu\u0301', ' josé ñandú ', 'Ｊosé\u00A0Ñandú']) {
    expect(uploadRowId(USER, { ...row, name, phone: ' ' })).toBe(id);
  }
});
