import type { EventArgs, EventSubscriber } from '@mikro-orm/postgresql';
import { UserEntity } from './entities.ts';
import { lookOf } from './look.ts';

// Only a new name gets a look: of those that looked alike before looks were compared, all but one have none.
async function keepLook({ entity, changeSet }: EventArgs<UserEntity>): Promise<void> {
  if (changeSet && 'username' in changeSet.payload) entity.look = lookOf(entity.username);
}

/** Stores what a name looks like with the name, whoever writes it. */
export const keepsLooks: EventSubscriber<UserEntity> = {
  getSubscribedEntities: () => [UserEntity],
  beforeCreate: keepLook,
  beforeUpdate: keepLook,
};
