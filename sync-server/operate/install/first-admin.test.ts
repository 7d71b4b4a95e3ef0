import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyPassword } from '../../src/accounts/session/password.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { createTestDatabase, type TestDatabase } from '../../src/test/database.ts';
import { ensureFirstAdmin } from './first-admin.ts';

let database: TestDatabase;
let dataDir: string;
const settings = { adminEmail: 'admin@localhost', adminPassword: undefined };
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sunloop-admin-'));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const admins = () => database.orm.em.fork().find(UserEntity, { role: 'admin' });

test('The first admin gets a generated password that only the folder’s owner can read', async () => {
  const made = await ensureFirstAdmin(database.orm, { ...settings, dataDir });
  const [admin] = await admins();
  expect(admin).toMatchObject({ email: 'admin@localhost', username: 'Admin', isActive: 'true' });
  expect(await verifyPassword(admin?.password, made?.password ?? '')).toBe(true);
  const file = path.join(dataDir, 'admin-password');
  expect((await readFile(file, 'utf8')).trim()).toBe(made?.password);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('It ends after a week; one of the operator’s own never does', async () => {
  const days = async () =>
    database.orm.em
      .fork()
      .execute(
        'select email, round(extract(epoch from password_ends_at - now()) / 86400)::int as days from users',
      );
  await ensureFirstAdmin(database.orm, { ...settings, dataDir });
  expect(await days()).toEqual([{ email: 'admin@localhost', days: 7 }]);
  await database.orm.em.fork().nativeDelete(UserEntity, {});
  await ensureFirstAdmin(database.orm, { ...settings, dataDir, adminPassword: 'given-password' });
  expect(await days()).toEqual([{ email: 'admin@localhost', days: null }]);
});

test('If there is an admin already, none is created and no password is printed', async () => {
  await ensureFirstAdmin(database.orm, { ...settings, dataDir });
  const again = { ...settings, dataDir, adminEmail: 'other@localhost' };
  expect(await ensureFirstAdmin(database.orm, again)).toBeUndefined();
  expect(await admins()).toHaveLength(1);
});

test('Processes that start at once create one admin', async () => {
  const starts = Array.from({ length: 4 }, () =>
    ensureFirstAdmin(database.orm, { ...settings, dataDir }),
  );
  expect((await Promise.all(starts)).filter(Boolean)).toHaveLength(1);
  expect(await admins()).toHaveLength(1);
});

test('A given password is neither stored nor printed', async () => {
  const made = await ensureFirstAdmin(database.orm, {
    ...settings,
    dataDir,
    adminPassword: 'given-password',
  });
  expect(made).toEqual({ email: 'admin@localhost' });
  await expect(stat(path.join(dataDir, 'admin-password'))).rejects.toThrow('ENOENT');
});
