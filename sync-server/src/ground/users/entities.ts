import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Role } from '@sunloop/shared-types/ground/user.ts';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { ownId } from '../entities.ts';

const schema = defineEntity({
  name: 'UserEntity',
  tableName: 'users',
  properties: {
    id: ownId(),
    username: p.text(),
    /** What the name looks like, unique (`keepsLooks`); null for names older than that rule that look like an older one's. */
    look: p.text().nullable(),
    email: p.text(),
    /** When a link in a message to it was used; null if none was. */
    emailConfirmedAt: p.datetime(3).nullable(),
    /** A new address that counts once it is confirmed. */
    pendingEmail: p.text().nullable(),
    /** The identity provider by which the person signs in; null if they never did. */
    ssoIssuer: p.text().nullable(),
    /** SHA-256 of issuer and subject, kept when the person is erased. */
    ssoSubject: p.text().nullable(),
    /** argon2id in PHC form, never the password. */
    password: p.text(),
    /** When a password given by an admin ends; null for the user's own. */
    passwordEndsAt: p.datetime(3).nullable(),
    phone: p.text().nullable(),
    address: p.text().nullable(),
    /** A data URL of up to 7 MB, so it is read only if asked for: `populate: ['avatar']`. */
    avatar: p.text().nullable().lazy(),
    /** Whether the person's link shows their picture. */
    showsPicture: p.boolean().default(false),
    /** Whether they may take referrals for other customers. */
    mayTake: p.boolean().default(false),
    role: p.text().$type<Role>().default('customer'),
    isActive: p.text().$type<Flag>().default('true'),
    referralCode: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Raised whenever all their other sessions end; ends what was sealed before (docs/design.md, Courier). */
    handoverGeneration: p.integer().default(0),
    /** Since when the person is erased: name and email are made up, id and code stay taken. */
    erasedAt: p.datetime(3).nullable(),
  },
});

/** A row of `users`. Username and email are unique without case, and a username by its look. */
export class UserEntity extends schema.class {}
schema.setClass(UserEntity);
