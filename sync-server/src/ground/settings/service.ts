import { LockMode, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import { isTextPageKey } from '@sunloop/shared-types/visitors/text-pages.ts';
import { TIME_ZONE_SETTING } from '@sunloop/shared-types/ground/time-zone.ts';
import type { Actor } from '../../http/context.ts';
import { invalid, notEditable, notFound } from '../../http/errors.ts';
import { writeAudit } from '../audit/service.ts';
import { faultOfText } from './page-markup.ts';
import { UserEntity } from '../users/entities.ts';
import { SystemSettingEntity } from './entities.ts';
import { faultOfSetting, NO_ZONE } from './number-ranges.ts';

/** All settings by category, then key. */
export async function findSettings(em: SqlEntityManager): Promise<Setting[]> {
  const orderBy = { category: 'asc', key: 'asc' } as const;
  return presentSettings(em, await em.find(SystemSettingEntity, {}, { orderBy }));
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
    const isPage = isTextPageKey(key);
    const fault = isPage ? faultOfText(value, await findKeys(tx)) : faultOfSetting(key, value);
    if (fault !== undefined) throw invalid(fault, { value: fault });
    if (key === TIME_ZONE_SETTING) await requireZone(tx, value);
    // A page's text would fill the log.
    const told = (text: string) => (isPage ? `${text.length} characters` : text);
    const changes = [{ field: key, from: told(setting.value), to: told(value) }];
    tx.assign(setting, { value, updatedBy: actor.userId });
    const line = { action: 'setting.change', entity: 'setting', entityId: setting.id, changes };
    writeAudit(tx, actor, { ...line, userId: actor.userId });
    // The flush gives the entity its new time.
    await tx.flush();
    const [changed] = await presentSettings(tx, [setting]);
    if (!changed) throw new Error('a changed setting is not presented');
    return changed;
  });
}

/** The database counts the days, by time zones of its own. */
async function requireZone(em: SqlEntityManager, value: string): Promise<void> {
  const known = await em.execute('select 1 from pg_timezone_names where name = ?', [value]);
  if (known.length === 0) throw invalid(NO_ZONE, { value: NO_ZONE });
}

async function findKeys(em: SqlEntityManager): Promise<ReadonlySet<string>> {
  const settings = await em.find(SystemSettingEntity, {}, { fields: ['key'] });
  return new Set(settings.map(({ key }) => key));
}

/** As an admin sees them, with the names of those who changed them. */
async function presentSettings(
  em: SqlEntityManager,
  settings: readonly SystemSettingEntity[],
): Promise<Setting[]> {
  const ids = settings.flatMap(({ updatedBy }) => updatedBy ?? []);
  const editors = await em.find(UserEntity, { id: { $in: ids } }, { fields: ['username'] });
  const names = new Map(editors.map(({ id, username }) => [id, username]));
  return settings.map((setting) => ({
    id: setting.id,
    key: setting.key,
    value: setting.value,
    description: setting.description ?? null,
    category: setting.category,
    isEditable: setting.isEditable,
    updatedBy: setting.updatedBy ?? null,
    updatedByName: names.get(setting.updatedBy ?? '') ?? null,
    updatedAt: setting.updatedAt.toISOString(),
  }));
}
