import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Flag } from '@sunloop/shared-types/values/text.ts';
import { ownId } from '../entities.ts';
import { UserEntity } from '../users/entities.ts';

const schema = defineEntity({
  name: 'SystemSettingEntity',
  tableName: 'system_settings',
  properties: {
    id: ownId(),
    key: p.text(),
    value: p.text(),
    description: p.text().nullable(),
    category: p.text().default('general'),
    isEditable: p.text().$type<Flag>().default('true'),
    updatedBy: () => p.manyToOne(UserEntity).mapToPk().joinColumn('updated_by').nullable(),
    updatedAt: p
      .datetime(3)
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

/** A row of `system_settings`; `key` is unique. */
export class SystemSettingEntity extends schema.class {}
schema.setClass(SystemSettingEntity);
