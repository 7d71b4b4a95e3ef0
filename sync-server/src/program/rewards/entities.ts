import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { ownId } from '../../ground/entities.ts';
import { UserEntity } from '../../ground/users/entities.ts';

const availableSchema = defineEntity({
  name: 'AvailableRewardEntity',
  tableName: 'available_rewards',
  properties: {
    id: ownId(),
    name: p.text(),
    description: p.text().nullable(),
    amount: p.text(),
    requiredReferrals: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `available_rewards`: what the rewards page advertises. */
export class AvailableRewardEntity extends availableSchema.class {}
availableSchema.setClass(AvailableRewardEntity);

const historySchema = defineEntity({
  name: 'RewardHistoryEntity',
  tableName: 'reward_history',
  properties: {
    id: ownId(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id'),
    /** No foreign key: the ledger outlives the referral it paid for. */
    referralId: p.uuid().nullable(),
    /** The rung for which the line pays; null if it takes back what one paid. */
    ordinal: p.integer().nullable(),
    amount: p.text(),
    /** What `amount` is worth in sums; 0 if it is not money, negative for a reversal. */
    amountCents: p.bigint('number').default(0),
    description: p.text(),
    date: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** When an admin marked the line as paid to the user, and which admin; null before. */
    paidAt: p.datetime(3).nullable(),
    paidBy: () => p.manyToOne(UserEntity).mapToPk().joinColumn('paid_by').nullable(),
  },
});

/**
 * A row of `reward_history`: the ledger. Lines are only added; nothing in them changes except whether they
 * were paid.
 */
export class RewardHistoryEntity extends historySchema.class {}
historySchema.setClass(RewardHistoryEntity);

const tierSchema = defineEntity({
  name: 'RewardTierEntity',
  tableName: 'reward_tiers',
  properties: {
    id: ownId(),
    level: p.integer(),
    name: p.text(),
    minReferrals: p.integer(),
    /** Null means no upper end. */
    maxReferrals: p.integer().nullable(),
    requiredReferrals: p.integer(),
    rewardAmount: p.text(),
    amountCents: p.bigint('number').default(0),
    description: p.text().nullable(),
    isActive: p.text().$type<Flag>().default('true'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `reward_tiers`: which rungs of the ladder pay what. */
export class RewardTierEntity extends tierSchema.class {}
tierSchema.setClass(RewardTierEntity);

const levelSchema = defineEntity({
  name: 'RewardLevelEntity',
  tableName: 'reward_levels',
  properties: {
    id: ownId(),
    /** The active tier this row shows to customers; deleted with the tier. */
    tierId: () => p.manyToOne(RewardTierEntity).mapToPk().joinColumn('tier_id').nullable(),
    level: p.integer(),
    name: p.text(),
    requiredReferrals: p.integer(),
    reward: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `reward_levels`: what customers see of the active tiers. */
export class RewardLevelEntity extends levelSchema.class {}
levelSchema.setClass(RewardLevelEntity);
