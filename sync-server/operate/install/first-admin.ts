import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Orm } from '../../src/db/orm.ts';
import { readOrMakeSecret } from '../../src/db/secret-file.ts';
import { AuditLogEntity } from '../../src/ground/audit/entities.ts';
import { isCommonPassword } from '../../src/accounts/session/common-passwords.ts';
import { hashPassword } from '../../src/accounts/session/password.ts';
import { makePasswordTemporary } from '../../src/accounts/users/temporary-password.ts';
import { UserEntity } from '../../src/ground/users/entities.ts';
import { newReferralCode } from '../../src/ground/users/referral-code.ts';
import { isNameTaken } from '../../src/ground/users/service.ts';

// Processes that start together take turns, so that only one creates the admin.
const firstAdminLock = 7_316_500_218;
const passwordBytes = 12;

export interface FirstAdmin {
  email: string;
  /** Only if it was generated here; to be printed once. */
  password?: string;
  /** Where a generated password is kept. */
  passwordFile?: string;
}

interface NewAdmin {
  readonly email: string;
  readonly password: string;
  /** What the audit log says of it. */
  readonly details?: string;
}

interface FirstAdminSettings {
  adminEmail: string;
  adminPassword: string | undefined;
  dataDir: string;
}

/**
 * Creates the first admin and returns how to sign in; undefined if there is an admin already. Without
 * `adminPassword` one is generated, which lasts a week, and kept in `dataDir/admin-password`, readable by its owner only. Throws
 * if a customer has the admin's email, or `adminPassword` is a common one.
 */
export async function ensureFirstAdmin(
  orm: Orm,
  settings: FirstAdminSettings,
): Promise<FirstAdmin | undefined> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [firstAdminLock]);
    if (await em.findOne(UserEntity, { role: 'admin' })) return undefined;
    const { adminEmail: email, adminPassword } = settings;
    await requireFreeEmail(em, email);
    if (adminPassword !== undefined) {
      if (await isCommonPassword(adminPassword, [email]))
        throw new Error('ADMIN_PASSWORD is too common and easily guessed: set another one');
      await createAdmin(em, { email, password: adminPassword });
      return { email };
    }
    const passwordFile = path.resolve(settings.dataDir, 'admin-password');
    const password = await readOrMakeSecret(passwordFile, () =>
      randomBytes(passwordBytes).toString('base64url'),
    );
    const id = await createAdmin(em, { email, password });
    await em.flush();
    await makePasswordTemporary(em, id);
    return { email, password, passwordFile };
  });
}

async function requireFreeEmail(em: SqlEntityManager, email: string): Promise<void> {
  const taken = await em.execute('select 1 from users where lower(email) = lower(?)', [email]);
  if (taken.length === 0) return;
  throw new Error(`There is no admin and ${email} belongs to a customer: set another ADMIN_EMAIL`);
}

/** Creates an active admin named Admin whose address is confirmed on the operator's word, and returns the id; throws if it is taken. */
export async function createAdmin(
  em: SqlEntityManager,
  { email, password, details = 'First admin' }: NewAdmin,
): Promise<string> {
  const referralCode = newReferralCode();
  const isTaken = await isNameTaken(em, 'Admin');
  const admin = em.create(UserEntity, {
    username: isTaken ? `Admin ${referralCode}` : 'Admin',
    email,
    emailConfirmedAt: new Date(),
    password: await hashPassword(password),
    role: 'admin',
    referralCode,
  });
  em.create(AuditLogEntity, {
    action: 'user.create',
    entity: 'user',
    entityId: admin.id,
    details,
  });
  return admin.id;
}
