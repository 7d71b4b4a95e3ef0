import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownId } from '../../ground/entities.ts';
import { UserEntity } from '../../ground/users/entities.ts';

const schema = defineEntity({
  name: 'EnvironmentalImpactEntity',
  tableName: 'environmental_impact',
  properties: {
    id: ownId(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id'),
    /** Metric tons of CO₂, a decimal string such as `12.5`. */
    carbonSavedTons: p.decimal('string').default('0'),
    treesEquivalent: p.integer().default(0),
    homesPowered: p.decimal('number').default(0),
    /** Pounds, a decimal string. */
    pollutionReduced: p.decimal('string').default('0'),
    lastCalculated: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A row of `environmental_impact`: one per user. */
export class EnvironmentalImpactEntity extends schema.class {}
schema.setClass(EnvironmentalImpactEntity);
