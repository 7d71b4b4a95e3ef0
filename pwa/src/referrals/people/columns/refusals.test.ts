import { expect, test } from 'vitest';
import { readPeople } from '../read-people.ts';

const WHY = 'The file says not to contact them';

/** Who of four rows is sent, with their permission, and why others are left out. */
function read(heading: string, cells: readonly string[]) {
  const rows = cells.map((cell, at) => `Ann No${at},ann${at}@x.io,${cell}`);
  const text = [`Name,Email,${heading}`, ...rows].join('\n');
  const { people, leftOut, questions } = readPeople({ kind: 'csv', text });
  return {
    sent: people.map(({ email }) => Number(email.at(3))),
    whys: new Set(leftOut.map(({ why }) => why)),
    leftOut,
    permissions: people.map(({ permission }) => permission),
    isUnsure: questions?.isUnsure,
  };
}

test.each([
  ['Do Not Call', ['Yes', 'No', '', 'yes']],
  ['DNC', ['TRUE', 'FALSE', '', 'true']],
  ['Do Not Contact?', ['1', '0', '', '1']],
  ['Opted out', ['x', '', '', 'X']],
  ['Email Opt Out', ['true', 'false', 'false', 'true']],
  ['Unsubscribed', ['Y', 'N', 'N', 'Y']],
  ['Unsubscribed from all email', ['true', '', 'false', 'true']],
  ['HasOptedOutOfEmail', ['1', '0', '0', '1']],
  ['DoNotCall', ['1', '0', '0', '1']],
  ['Opt-out date', ['2026-11-20', '', '', '11/20/2026']],
  ['UNSUB_TIME', ['2026-11-20 10:00:00', '', '', '2026-11-21 10:00:00']],
  ['Do not call / email', ['yes', 'no', '', 'yes']],
  ['No calls', ['yes', 'no', 'no', 'yes']],
  ['Email Marketing Status', ['Unsubscribed', 'Subscribed', '', 'UNSUBSCRIBED']],
  ['Contact status', ['Do not contact', 'Open', '', 'do not call']],
  ['Consent Status', ['Opted out', 'Opted in', '', 'Opted Out']],
  ['Permission to contact', ['Do not contact', 'Yes', '', 'DO NOT CALL']],
  ['Notes', ['Do not call!', 'likes solar', '', 'unsubscribed by phone']],
  ['Marketing Opt In', ['OPTED_OUT', 'OPTED_IN', '', 'opted_out']],
  ['Do Not Contact Reason', ['asked us', 'none', '', 'told Sam']],
  ['DNC status', ['Listed', 'Clear', 'n/a', 'On list']],
  ['Opt-out date', ['2026-11-20', '0000-00-00', '', '2026-11-21']],
  ['Kontaktverbot', ['ja', 'nein', '', 'Ja']],
  ['No llamar', ['sí', 'no', '', 'si']],
])('whoever asked not to be contacted is left out: %s', (heading, cells) => {
  const { sent, whys } = read(heading, cells);
  expect(sent).toEqual([1, 2]);
  expect([...whys]).toEqual([WHY]);
});

test('they are somebody, whom the person may send anyway', () => {
  const { leftOut } = read('Do Not Call', ['Yes', 'No']);
  expect(leftOut).toMatchObject([{ line: 2, person: { name: 'Ann No0', email: 'ann0@x.io' } }]);
});

test('one row of somebody is enough, whichever comes first', () => {
  const text = 'Name,Email,Opted out\nAnn Lee,ann@x.io,no\nAnn Lee,ANN@x.io,yes\nBob Ray,bob@x.io,';
  const { people, leftOut } = readPeople({ kind: 'csv', text });
  expect(people.map(({ name }) => name)).toEqual(['Bob Ray']);
  expect(leftOut).toHaveLength(2);
});

test('one who says it in a column of notes leaves the others', () => {
  const { sent } = read('Last contact', ['2026-11-01', 'yes', 'Unsubscribed', 'no']);
  expect(sent).toEqual([0, 1, 3]);
});

test('a number to call is a phone, whatever its heading allows', () => {
  const text = 'Name,Email,What number can we call?\nAnn Lee,ann@x.io,520-555-0117';
  expect(readPeople({ kind: 'csv', text }).people).toMatchObject([{ phone: '520-555-0117' }]);
});

test('several columns may say it', () => {
  const text =
    'Name,Email,Do Not Call,Email Opt Out\nAnn Lee,ann@x.io,1,0\nBob Ray,bob@x.io,0,1\nCy Kim,cy@x.io,0,0';
  const { people } = readPeople({ kind: 'csv', text });
  expect(people.map(({ name }) => name)).toEqual(['Cy Kim']);
});

test('what is wrong with them is said as well', () => {
  const text = 'Name,Email,Do Not Call\nAnn Lee,ann@,Yes\nBob Ray,bob@x.io,No';
  const { leftOut } = readPeople({ kind: 'csv', text });
  expect(leftOut).toMatchObject([{ why: WHY, errors: { email: expect.any(String) } }]);
});

test.each([
  ['Consent', ['Granted', 'Revoked', '', 'granted']],
  ['Opted In', ['TRUE', 'FALSE', '', 'true']],
  ['SMS Opt-in', ['Opted in', 'Not opted in', '', 'opted in']],
  ['Marketing consent', ['given', 'withdrawn', 'denied', 'Given']],
  ['Agreed to be contacted', ['agreed', 'declined', '', 'Agreed']],
  ['Can we call?', ['Yes', 'No', '', 'yes']],
  ['May we contact them?', ['y', 'n', '', 'Y']],
  ['OK to text', ['TRUE', 'FALSE', '', 'TRUE']],
  ['Einwilligung', ['ja', 'nein', '', 'erteilt']],
  ['Consentimiento', ['sí', 'no', '', 'si']],
  ['Permission', ['Yes, by phone', 'No', '', 'yes']],
])('what says that they agreed is a permission: %s', (heading, cells) => {
  const { sent, permissions } = read(heading, cells);
  expect(sent).toEqual([0, 1, 2, 3]);
  expect(permissions).toEqual([1, 0, 0, 1]);
});

test.each([
  ['Status', ['Open', 'New', 'Won', 'Open']],
  ['Email Marketing Status', ['Subscribed', 'Subscribed', '', 'Subscribed']],
  ['Opt out reason', ['', '', '', '']],
  ['Notes', ['Do not call after 5pm', 'No call yet', '', 'no contact with sun']],
  ['Last contact', ['2026-11-01', 'yes', '', '2026-11-02']],
  ['Do not call before', ['9am', '10am', '', '9am']],
  ['Called', ['yes', 'no', '', 'yes']],
])('nobody is left out by another column: %s', (heading, cells) => {
  expect(read(heading, cells).sent).toEqual([0, 1, 2, 3]);
});
