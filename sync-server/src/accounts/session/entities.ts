import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { ownId } from '../../ground/entities.ts';
import { UserEntity } from '../../ground/users/entities.ts';

const sessionSchema = defineEntity({
  name: 'SessionEntity',
  tableName: 'sessions',
  properties: {
    /** SHA-256 (hex) of the cookie's id, so that a stolen table opens no session. */
    id: p.text().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id'),
    expiresAt: p.datetime(3),
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Identifies it to people; gives no access. */
    publicId: p.uuid().defaultRaw('gen_random_uuid()').unique(),
    /** Network (/24 or /64) and browser of the last recorded use. */
    place: p.text().nullable(),
    userAgent: p.text().nullable(),
    /** When the person last said again who they are; null if they never did since the sign-in. */
    provedAt: p.datetime(3).nullable(),
    /** Begun by an identity provider, which answers for a second factor. */
    isVouchedFor: p.boolean().default(false),
    /** Started under the `__Host-` cookie, and valid under no other. */
    isHostOnly: p.boolean().default(false),
  },
});

/** A row of `sessions`. */
export class SessionEntity extends sessionSchema.class {}
sessionSchema.setClass(SessionEntity);

const attemptSchema = defineEntity({
  name: 'LoginAttemptEntity',
  tableName: 'login_attempts',
  properties: {
    id: ownId(),
    /** As entered, but in lower case, so that the limits ignore case. */
    email: p.text(),
    /** Whose account had this email then; null if nobody's. */
    userId: p.uuid().nullable(),
    success: p.text().$type<Flag>().default('false'),
    /** Its password is being checked; it counts as wrong meanwhile. */
    isPending: p.boolean().default(false),
    /**
     * Whether the password was wrong. An attempt refused for another reason is kept and counts toward no
     * limit.
     */
    counts: p.boolean().default(true),
    /** The address; for IPv6 its /64. */
    ipAddress: p.text().nullable(),
    /** The device, if the user of this email signed in on it before. */
    device: p.text().nullable(),
    userAgent: p.text().nullable(),
    attemptedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `login_attempts`: every sign-in attempt. */
export class LoginAttemptEntity extends attemptSchema.class {}
attemptSchema.setClass(LoginAttemptEntity);
