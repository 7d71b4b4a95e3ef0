import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoData } from '../install/demo-data.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { newBackupKey } from './encryption.ts';
import { examineBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let file: string;
let key: string;
let rows: number;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sunloop-sealed-'));
  file = path.join(folder, 'demo.backup.gz.age');
  key = await newBackupKey();
  database = await createTestDatabase();
  await writeDemoData(database.orm, new Date());
  ({ rows } = await writeBackup(database.orm, { file, key }));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A copy of the backup with other bytes. */
async function alter(change: (bytes: Buffer) => Buffer): Promise<string> {
  const altered = path.join(folder, 'altered.age');
  await writeFile(altered, change(await readFile(file)));
  return altered;
}

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

test('an encrypted backup is read with its key, and names nobody without', async () => {
  const { sums, ...examined } = await examineBackup({ file, key });
  expect(examined.rows).toBe(rows);
  expect(sums.get('users')?.rows).toBeGreaterThan(1);
  const bytes = await readFile(file);
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
});

test('without a key, and with a mistyped one, it says what is missing', async () => {
  await expect(examineBackup({ file })).rejects.toThrow('is encrypted: set BACKUP_KEY');
  const mistyped = `${key.slice(0, -1)}${key.endsWith('Q') ? 'P' : 'Q'}`;
  await expect(examineBackup({ file, key: mistyped })).rejects.toThrow('BACKUP_KEY is mistyped');
  const other = path.join(folder, 'other.age');
  const writing = writeBackup(database.orm, { file: other, key: mistyped });
  await expect(writing).rejects.toThrow('BACKUP_KEY is mistyped');
  await expect(readFile(other)).rejects.toThrow('ENOENT');
});

test('another key does not open it', async () => {
  const other = await newBackupKey();
  await expect(examineBackup({ file, key: other })).rejects.toThrow(
    'saved with another BACKUP_KEY',
  );
});

test.each([
  ['in the middle', -5000, 'was altered or is damaged'],
  ['at the end', -1, 'was altered or is damaged'],
  ['in its first line', 3, 'is not a complete backup'],
  ['in its header', 60, 'or its beginning was altered'],
])('one altered byte %s is noticed', async (_, at, words) => {
  const altered = await alter((bytes) => flip(bytes, (at + bytes.length) % bytes.length));
  await expect(examineBackup({ file: altered, key })).rejects.toThrow(words);
});

test.each([
  ['by a byte', -1],
  ['by half', -8000],
])('one that was cut short %s is noticed', async (_, end) => {
  const altered = await alter((bytes) => bytes.subarray(0, end));
  await expect(examineBackup({ file: altered, key })).rejects.toThrow('was altered or is damaged');
});
