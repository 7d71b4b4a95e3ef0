import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  REFERRAL_COLUMN_LABELS,
  REFERRAL_COLUMNS,
  REFERRAL_FILE_HEADINGS,
} from '@sunloop/shared-types/referrals/admin-referral-list.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { readPeople } from '../read-people.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** A file this product writes: where, its headings, a row, and who is read of it. */
interface OwnFile {
  source: string;
  headings: readonly string[];
  cells: readonly string[];
  /** Nobody where its people are no friends of whoever uploads it: that is asked. */
  people: object[] | 'asked';
}

const UNSENT = 'pwa/engine/src/sync/outbox/unsent-file.ts';
const ANN = { name: 'Ann Lee', email: 'ann@example.com', phone: '520-555-0117' };
const PLACE = '12 Elm St, Mesa, AZ';

const OWN_FILES: readonly OwnFile[] = [
  {
    source: 'sync-server/src/referrals/list/stream.ts',
    headings: [
      ...REFERRAL_COLUMNS.map((column) => REFERRAL_COLUMN_LABELS[column]),
      ...REFERRAL_FILE_HEADINGS,
    ],
    cells: [
      ANN.name,
      ANN.email,
      ANN.phone,
      'Rita Referrer',
      'Submitted',
      'base $300',
      '2026-11-20',
      'rita@example.com',
      PLACE,
      '2026-11-20T10:00:00.000Z',
      '2026-11-21T10:00:00.000Z',
      'yes',
      '2026-11-20T10:00:00.000Z',
      '0b0e7a52-9f0e-4c1c-9d33-3f0c5d1f2a10',
    ],
    people: [{ ...ANN, address: PLACE, permission: 1 }],
  },
  {
    source: 'pwa/src/referrals/upload/refused-csv.ts',
    headings: ['Name', 'Email', 'Phone', 'Address', 'Reason', 'Permission'],
    cells: [ANN.name, ANN.email, ANN.phone, PLACE, 'Please enter a valid email', 'yes'],
    people: [{ ...ANN, address: PLACE, permission: 1 }],
  },
  {
    source: 'pwa/src/referrals/upload/template-tab.tsx',
    headings: ['Name', 'Email', 'Phone', 'Address'],
    cells: [ANN.name, ANN.email, ANN.phone, PLACE],
    people: [{ ...ANN, address: PLACE }],
  },
  {
    source: 'pwa/src/desk/program/payouts/pay-run-words.ts',
    headings: ['name', 'email', 'amount', 'currency', 'method', 'reference'],
    cells: [ANN.name, ANN.email, '300.00', 'USD', 'Bank transfer', 'R 5'],
    people: [{ name: ANN.name, email: ANN.email, phone: null, address: null }],
  },
  {
    source: 'sync-server/src/program/payouts/payouts-csv.ts',
    headings: ['date', 'username', 'email', 'amount', 'description', 'referralId', 'userId', 'id'],
    cells: ['2026-11-20', 'annlee', ANN.email, '300', 'Reward for Bob Ray', 'a', 'b', 'c'],
    people: 'asked',
  },
  {
    source: 'sync-server/src/ground/audit/audit-csv.ts',
    headings: ['createdAt', 'username', 'action', 'entity', 'entityId', 'details', 'ipAddress'],
    cells: ['2026-11-20', 'annlee', 'update', 'referral', 'a', 'Ann Lee', '203.0.113.7'],
    people: 'asked',
  },
];

test.each(OWN_FILES)('$source is read', ({ headings, cells, people }) => {
  const read = readPeople({ kind: 'csv', text: csvOf([headings, cells]) });
  expect(read.questions?.isUnsure).toBe(people === 'asked');
  expect(read.people).toMatchObject(people === 'asked' ? [] : people);
});

test('every file that is written is here; the file of unsent rows is brought back (`restoreFile`)', () => {
  const folders = ['pwa/src', 'pwa/engine/src', 'sync-server/src', 'sync-server/operate'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  );
  const writers = files
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file))
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('csvOf('));
  const known = [...OWN_FILES.map(({ source }) => source), UNSENT];
  expect(writers.toSorted()).toEqual(known.toSorted());
});

test.each(OWN_FILES)('$source writes these headings', ({ source, headings }) => {
  const text = readFileSync(path.join(root, source), 'utf8');
  if (text.includes('REFERRAL_')) return;
  for (const heading of headings) expect(text).toContain(`'${heading}'`);
});
