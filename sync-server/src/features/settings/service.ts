import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { Setting } from '@sunloop/shared-types';
import type { Actor } from '../../http/context.ts';
import { invalid, notEditable, notFound } from '../../http/errors.ts';
import { writeAudit } from '../audit/service.ts';
import { SystemSettingEntity } from './entities.ts';
import { faultOfSetting } from './number-ranges.ts';

/** All settings by category, then key. */
export async function findSettings(em: SqlEntityManager): Promise<Setting[]> {
  const orderBy = { category: 'asc', key: 'asc' } as const;
  return (await em.find(SystemSettingEntity, {}, { orderBy })).map(presentSetting);
}

/**
 * Sets the value of a setting. Throws 404 for an unknown key, 403 `not_editable`, and 400 if a number would
 * become text or leave its range.
 */
export async function changeSetting(
  em: SqlEntityManager,
  actor: Actor,
  { key, value }: { key: string; value: string },
): Promise<Setting> {
  return em.transactional(async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const setting = await tx.findOne(SystemSettingEntity, { key }, { lockMode });
    if (!setting) throw notFound('There is no such setting');
    if (setting.isEditable !== 'true') throw notEditable();
    const fault = faultOfSetting(key, value);
    if (fault !== undefined) throw invalid(fault, { value: fault });
    const changes = [{ field: key, from: setting.value, to: value }];
    tx.assign(setting, { value, updatedBy: actor.userId });
    const line = { action: 'setting.change', entity: 'setting', entityId: setting.id, changes };
    writeAudit(tx, actor, { ...line, userId: actor.userId });
    // The flush gives the entity its new time.
    await tx.flush();
    return presentSetting(setting);
  });
}

function presentSetting(setting: SystemSettingEntity): Setting {
  return {
    id: setting.id,
    key: setting.key,
    value: setting.value,
    description: setting.description ?? null,
    category: setting.category,
    isEditable: setting.isEditable,
    updatedBy: setting.updatedBy ?? null,
    updatedAt: setting.updatedAt.toISOString(),
  };
}
