import { beforeEach, describe, expect, test } from 'vitest';
import { anAdminReferral } from '../../../test/builders.ts';
import { type DeskView, FIRST_VIEW } from '../desk-view.ts';
import { ListQuery } from './list-query.ts';
import { ReferralTable } from '../referral-table.ts';

let table: ReferralTable;
let query: ListQuery;

beforeEach(() => {
  table = new ReferralTable();
  query = new ListQuery(table);
});

const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;

function put(...rows: Parameters<typeof anAdminReferral>[0][]) {
  const made = rows.map((row, index) =>
    anAdminReferral({ date: at(index + 1), createdAt: at(index + 1), ...row }),
  );
  table.put(made);
  return made;
}

function names(view: Partial<DeskView> = {}): (string | undefined)[] {
  const { places } = query.find({ ...FIRST_VIEW, ...view });
  return Array.from(places, (place) => query.rowAt(place)?.referral.name);
}

describe('the order', () => {
  test('starts with the newest, whatever order the rows came in', () => {
    put({ name: 'Mid', date: at(2) }, { name: 'New', date: at(3) }, { name: 'Old', date: at(1) });
    expect(names()).toEqual(['New', 'Mid', 'Old']);
    expect(names({ isDescending: false })).toEqual(['Old', 'Mid', 'New']);
  });

  test.each([
    ['name', ['ada', 'Bea', 'Émile']],
    ['reward', ['ada', 'Bea', 'Émile']],
    ['status', ['Bea', 'Émile', 'ada']],
    ['referrer', ['Émile', 'Bea', 'ada']],
  ] as const)('by %s is what a person expects', (column, expected) => {
    put(
      { name: 'Bea', reward: '$400', status: 'submitted', referrerName: 'Moe' },
      { name: 'Émile', reward: '$1,000', status: 'in_progress', referrerName: 'Lea' },
      { name: 'ada', reward: '$50.50', status: 'completed', referrerName: 'Zoe' },
    );
    expect(names({ column, isDescending: false })).toEqual(expected);
  });

  test('keeps equal rows in the order of their days', () => {
    put({ name: 'One', reward: '$100' }, { name: 'Two', reward: '$100' });
    expect(names({ column: 'reward', isDescending: true })).toEqual(['Two', 'One']);
  });
});

describe('the search', () => {
  beforeEach(() => {
    put(
      { name: 'José Núñez', email: 'jose@example.com', phone: '+1 (555) 010-0199' },
      { name: 'Ann Lee', email: 'ann@solar.test', phone: null, referrerName: 'Rita Moss' },
    );
  });

  test.each([
    ['a name without its accents', 'jose nu', 'José Núñez'],
    ['letters of any case', 'ANN', 'Ann Lee'],
    ['part of the email', 'solar.test', 'Ann Lee'],
    ['digits of a phone written otherwise', '555-0100', 'José Núñez'],
    ['who referred', 'rita', 'Ann Lee'],
  ])('finds %s', (_, q, name) => {
    expect(names({ q })).toEqual([name]);
  });

  test('finds the same typed letter by letter as pasted at once', () => {
    const letters = [...'solar.test'].map((__, end) => 'solar.test'.slice(0, end + 1));
    const found = letters.map((q) => names({ q }));
    for (const [index, q] of letters.entries()) {
      expect(new ListQuery(table).find({ ...FIRST_VIEW, q }).places).toHaveLength(
        found[index]!.length,
      );
    }
    expect(names({ q: 'solar' })).toEqual(['Ann Lee']);
    expect(names({ q: '' })).toHaveLength(2);
  });
});

describe('filters', () => {
  test('filters by status, referrer and days combine, and counts cover the other statuses', () => {
    const [one] = put(
      { name: 'One', status: 'submitted' },
      { name: 'Two', status: 'completed' },
      { name: 'Three', status: 'submitted' },
    );
    const view = { ...FIRST_VIEW, status: 'submitted' };
    expect(names(view)).toEqual(['Three', 'One']);
    expect(query.find(view).counts).toMatchObject({ all: 3, submitted: 2, completed: 1 });
    expect(names({ referrer: one!.userId })).toEqual(['One']);
    expect(names({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Two']);
    expect(names({ from: '2026-03-02' })).toEqual(['Three', 'Two']);
  });

  test('a referral is late if it was received more than 15 minutes after it was taken', () => {
    put(
      { name: 'At once', date: at(1), createdAt: '2026-03-01T12:14:00.000Z' },
      { name: 'Late', date: at(1), createdAt: '2026-03-01T12:16:00.000Z' },
    );
    expect(names({ status: 'late' })).toEqual(['Late']);
  });

  test('the same email or phone is marked at another referrer only', () => {
    const userId = crypto.randomUUID();
    put(
      { name: 'Twin A', email: 'same@example.com', phone: null },
      { name: 'Twin B', email: 'SAME@example.com', phone: null },
      { name: 'Phone A', phone: '+1 555 010 0199' },
      { name: 'Phone B', phone: '(555) 010-0199' },
      { name: 'Extension A', phone: '12-345' },
      { name: 'Extension B', phone: '12345' },
      { name: 'Own A', email: 'own@example.com', phone: '12', userId },
      { name: 'Own B', email: 'own@example.com', phone: '12', userId },
    );
    table.findDuplicates();
    expect(names({ status: 'duplicate' }).toSorted()).toEqual([
      'Phone A',
      'Phone B',
      'Twin A',
      'Twin B',
    ]);
  });
});

describe('what changes', () => {
  test('shows new, changed and deleted rows at once', () => {
    const [one, two] = put({ name: 'One' }, { name: 'Two' });
    expect(names()).toEqual(['Two', 'One']);
    const three = anAdminReferral({ name: 'Three', date: at(9) });
    table.apply({ rows: [three, { ...two!, name: 'Second' }], deletedIds: [one!.id] });
    expect(names()).toEqual(['Three', 'Second']);
    expect(names({ q: 'two' })).toEqual([]);
  });

  test('waiting changes count as made, and a row with a waiting deletion is gone', () => {
    const [one, two] = put({ name: 'One' }, { name: 'Two' });
    table.setWaiting(
      new Map([
        [one!.id, { status: 'completed' }],
        [two!.id, { isDeleted: true }],
      ]),
    );
    expect(names({ status: 'completed' })).toEqual(['One']);
    expect(names()).toEqual(['One']);
    expect(query.find(FIRST_VIEW).counts).toMatchObject({ all: 1, completed: 1, waiting: 1 });
    expect(query.rowAt(table.placeOf(one!.id))).toMatchObject({ isWaiting: true });
  });
});
