import { expect, test } from 'vitest';
import { aReferral } from '@sunloop/engine/test/builders.ts';
import { anEntry, aRow } from '@sunloop/engine/test/list-builders.ts';
import { listRows } from '@sunloop/engine/rows.ts';
import { parseListView } from './list-search.ts';
import { arrangeRows, filtersOf, searchRows } from './list-view.ts';

const rows = listRows({
  stored: [
    aReferral({ name: 'José Old', status: 'completed', createdAt: '2026-01-01T00:00:00.000Z' }),
    aReferral({ name: 'Mid', status: 'in_progress', createdAt: '2026-02-01T00:00:00.000Z' }),
    aReferral({ name: 'New', phone: '(555) 12-34', createdAt: '2026-03-01T00:00:00.000Z' }),
  ],
  entries: [anEntry([aRow({ name: 'Waiting' })])],
  rejected: [
    { id: 'r', row: aRow({ name: 'Refused' }), code: 'x', error: 'y', rejectedAt: 1, savedAt: 1 },
  ],
});
const namesOf = (chosen: readonly { name: string }[]) => chosen.map(({ name }) => name);

test('a view in the URL keeps what is known and drops the rest', () => {
  expect(parseListView({ status: 'completed', sort: 'oldest', q: 555 })).toEqual({
    status: 'completed',
    sort: 'oldest',
    q: '555',
  });
  expect(parseListView({ status: 'all', sort: 'newest', q: '', page: 2 })).toEqual({});
  expect(parseListView({ status: 'toString', sort: 'up', q: {} })).toEqual({});
});

test('a filter shows only its rows', () => {
  expect(namesOf(arrangeRows(rows, { status: 'completed' }))).toEqual(['José Old']);
  expect(namesOf(arrangeRows(rows, { status: 'waiting' }))).toEqual(['Waiting']);
});

test('oldest first reverses the list, but what needs the person stays on top', () => {
  expect(namesOf(arrangeRows(rows, {}))).toEqual(['Refused', 'Waiting', 'New', 'Mid', 'José Old']);
  expect(namesOf(arrangeRows(rows, { sort: 'oldest' }))).toEqual([
    'Refused',
    'Waiting',
    'José Old',
    'Mid',
    'New',
  ]);
});

test.each([
  ['a name without its accent', 'jose', ['José Old']],
  ['part of a phone number', '5512', ['New']],
  ['a phone number in another spelling', '555-1234', ['New']],
  ['a phone number with a country code', '+1 555 1234', ['New']],
  ['a status', 'in prog', ['Mid']],
  ['nothing known', 'zzz', []],
])('the search finds %s', (_, q, names) => {
  expect(namesOf(searchRows(rows, q))).toEqual(names);
});

test('filters count the rows; rare ones are offered only when they have some', () => {
  expect(filtersOf(rows).map(({ label }) => label)).toEqual([
    'All · 5',
    'Needs a fix · 1',
    'Waiting to send · 1',
    'Submitted · 1',
    'Contact Made · 0',
    'In Progress · 1',
    'Completed · 1',
  ]);
  expect(filtersOf([]).map(({ id }) => id)).not.toContain('waiting');
  expect(filtersOf([], 'waiting').map(({ id }) => id)).toContain('waiting');
});
