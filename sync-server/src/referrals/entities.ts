import { defineEntity, p } from '@mikro-orm/postgresql';
import { DEFAULT_REWARD } from '@sunloop/shared-types/limits.ts';
import type { ReferralField, ReferralStatus } from '@sunloop/shared-types/referrals/referral.ts';
import { ownId } from '../ground/entities.ts';
import { UserEntity } from '../ground/users/entities.ts';

const contentColumns = {
  name: p.text(),
  email: p.text(),
  phone: p.text().nullable(),
  address: p.text().nullable(),
} satisfies Record<ReferralField, unknown>;

const referralSchema = defineEntity({
  name: 'ReferralEntity',
  tableName: 'referrals',
  properties: {
    id: ownId(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id'),
    ...contentColumns,
    /** When the device says the referral was entered: a claim, never a basis for money. */
    date: p.datetime(3).defaultRaw('now()'),
    /** The specification's stored default; the service always writes `submitted` itself. */
    status: p.text().$type<ReferralStatus>().default('completed'),
    reward: p.text().default(DEFAULT_REWARD),
    /** The rung of the ladder this completed referral holds, from 1; null while not completed. */
    ordinal: p.integer().nullable(),
    /** How much of its rung it pays: null and 1 all, 0 nothing, more a part of so many (`parts.ts`). */
    share: p.smallint().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** A trigger raises it with every change; apps use it to tell which of two answers is older. */
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/**
 * A row of `referrals`. The column `version` (xid8, the transaction that last wrote the row) is kept
 * by the database for the delta reads and is not mapped.
 */
export class ReferralEntity extends referralSchema.class {}
referralSchema.setClass(ReferralEntity);

const tombstoneSchema = defineEntity({
  name: 'ReferralTombstoneEntity',
  tableName: 'referral_tombstones',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    deletedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** What remains of a deleted referral; a trigger writes it so that the id is never used again. */
export class ReferralTombstoneEntity extends tombstoneSchema.class {}
tombstoneSchema.setClass(ReferralTombstoneEntity);
