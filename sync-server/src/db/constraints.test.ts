import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReferralEntity, ReferralTombstoneEntity } from '../referrals/entities.ts';
import { UserEntity } from '../ground/users/entities.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function addUser(overrides: Partial<UserEntity> = {}): Promise<UserEntity> {
  const em = database.orm.em.fork();
  const mark = uuidv7();
  const fields = {
    username: mark,
    email: `${mark}@example.com`,
    password: 'x',
    referralCode: mark,
  };
  const user = em.create(UserEntity, { ...fields, ...overrides });
  await em.flush();
  return user;
}

async function addReferral(userId: string, overrides: Partial<ReferralEntity> = {}) {
  const em = database.orm.em.fork();
  const fields = { userId, name: 'Ann', email: `${uuidv7()}@example.com` };
  const referral = em.create(ReferralEntity, { ...fields, ...overrides });
  await em.flush();
  return referral;
}

async function versionOf(table: string, id: string): Promise<bigint> {
  const [row] = await database.orm.em.execute(`select version::text from ${table} where id = ?`, [
    id,
  ]);
  return BigInt(row?.version);
}

describe('The database refuses', () => {
  test('a second user with the same name, email (in any case) or code', async () => {
    const { username, email, referralCode } = await addUser({ email: 'Ünï@example.com' });
    await expect(addUser({ username: username.toUpperCase() })).rejects.toThrow('users_username');
    await expect(addUser({ email: email.toUpperCase() })).rejects.toThrow('users_email');
    await expect(addUser({ referralCode })).rejects.toThrow('users_referral_code');
  });

  test('the same person twice from one user, in any case, but not from two users', async () => {
    const [one, two] = await Promise.all([addUser(), addUser()]);
    await addReferral(one.id, { email: 'Friend@example.com' });
    const again = addReferral(one.id, { email: 'friend@EXAMPLE.com' });
    await expect(again).rejects.toThrow('referrals_person_unique');
    await expect(addReferral(two.id, { email: 'friend@example.com' })).resolves.toBeDefined();
  });

  test('two completed referrals on one rung', async () => {
    const { id } = await addUser();
    await addReferral(id, { ordinal: 1 });
    await expect(addReferral(id, { ordinal: 1 })).rejects.toThrow('referrals_ordinal_unique');
  });

  test.each([
    ["update users set role = 'owner'", 'users_role_check'],
    ["update users set is_active = 'yes'", 'users_is_active_check'],
    ["update referrals set status = 'paid'", 'referrals_status_check'],
  ])('%s', async (sql, constraint) => {
    await addReferral((await addUser()).id);
    await expect(database.orm.em.execute(sql)).rejects.toThrow(constraint);
  });

  test('a referral without a user', async () => {
    await expect(addReferral(uuidv7())).rejects.toThrow('referrals_user_id_fkey');
  });
});

describe('The database keeps', () => {
  test('a newer version and time with every change of a referral', async () => {
    const updatedAt = new Date('2020-01-01');
    const { id } = await addReferral((await addUser()).id, { updatedAt });
    const before = await versionOf('referrals', id);
    await database.orm.em.execute("update referrals set status = 'submitted' where id = ?", [id]);
    expect(await versionOf('referrals', id)).toBeGreaterThan(before);
    const changed = await database.orm.em.fork().findOneOrFail(ReferralEntity, id);
    expect(changed.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
  });

  test('the version of a user unless name or email changes', async () => {
    const { id } = await addUser();
    const before = await versionOf('users', id);
    await database.orm.em.execute("update users set phone = '1' where id = ?", [id]);
    expect(await versionOf('users', id)).toBe(before);
    await database.orm.em.execute("update users set username = 'Renamed' where id = ?", [id]);
    expect(await versionOf('users', id)).toBeGreaterThan(before);
  });

  test('a tombstone with the version of the deletion', async () => {
    const { id, userId } = await addReferral((await addUser()).id);
    const before = await versionOf('referrals', id);
    await database.orm.em.execute('delete from referrals where id = ?', [id]);
    const tombstone = await database.orm.em.fork().findOneOrFail(ReferralTombstoneEntity, id);
    expect(tombstone.userId).toBe(userId);
    expect(await versionOf('referral_tombstones', id)).toBeGreaterThan(before);
  });
});
