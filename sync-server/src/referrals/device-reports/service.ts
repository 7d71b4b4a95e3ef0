import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { DEFAULT_COUNTRY } from '@sunloop/shared-types/limits.ts';
import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { dialedOf } from '@sunloop/shared-types/values/phone-numbers.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import type { Actor } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { findOfficeTime, findToday } from '../../db/query/find-today.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { requireMail } from '../../messages/mail/mail-state.ts';
import { queueMessages } from '../../messages/mail/queue-messages.ts';
import { FIELD } from './field.ts';

/** More than anybody calls in a day. */
const LISTED_MAX = 500;

type Row = Omit<FieldDevice, 'browser' | 'dial'> & { userAgent: string | null; country: string };

const FIND = `
  select f.id, f.user_id as "userId", u.username, u.email, u.phone, f.user_agent as "userAgent", f.version,
    f.is_protected as "isProtected", f.owed, least(f.refused, f.owed) as refused, coalesce(f.is_late, false) as "isLate",
    f.missing_rows as missing, f.missing_more as "missingMore", ${isoTime('f.since', 'since')},
    ${isoTime('f.heard_at', 'heardAt')}, ${isoTime('f.told_at', 'toldAt')},
    coalesce((select value from system_settings where key = 'general.default_country'), '${DEFAULT_COUNTRY}') as country
  from (${FIELD}) f join users u on u.id = f.user_id
  where u.erased_at is null and (:id::uuid is null or f.id = :id)
  order by coalesce(f.since, f.missing_at), f.id limit ${LISTED_MAX}`;

async function find(em: SqlEntityManager, id: string | null): Promise<FieldDevice[]> {
  const rows = await em.execute<Row[]>(FIND, { id });
  return rows.map(({ userAgent, country, ...row }) => {
    const dial = row.phone === null ? undefined : dialedOf(row.phone, country);
    return { ...row, browser: nameBrowser(userAgent), ...(dial && { dial }) };
  });
}

/** Devices with work still out there, or that have lost some: what is out there longest first. */
export const findFieldDevices = (em: SqlEntityManager) => find(em, null);

async function requireDevice(em: SqlEntityManager, id: string): Promise<FieldDevice> {
  const [device] = await find(em, id);
  if (!device) throw notFound('Nothing is out there on this device any more');
  return device;
}

/** Writes to the person of a device what waits there or is missing, once a day. Throws 404, and 409 `mail_off`. */
export async function writeToDevice(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  requireMail(em);
  await em.transactional(async (tx) => {
    const { userId, browser, owed, since, missing, missingMore } = await requireDevice(tx, id);
    const lost = missing.length + missingMore;
    await tx.execute('update device_reports set told_at = now() where id = ?', [id]);
    const key = `device:${id}:${await findToday(tx)}`;
    const day = since && (await findOfficeTime(tx, since)).time.slice(0, 'YYYY-MM-DD'.length);
    const data = { browser, owed, since: day, lost };
    await queueMessages(tx, [{ kind: 'rows_waiting', userId, key, data }]);
    const line = { userId: actor.userId, action: 'device.write', entity: 'user', entityId: userId };
    writeAudit(tx, actor, { ...line, details: `${owed} not sent, ${lost} missing` });
  });
}

/** Takes a device off the list, because what it owes was settled otherwise. Throws 404. */
export async function dropDevice(em: SqlEntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const sql = 'delete from device_reports where id = ? returning user_id as "userId"';
    const [dropped] = await tx.execute<{ userId: string }[]>(sql, [id]);
    if (!dropped) throw notFound('This device is not on the list any more');
    const line = { userId: actor.userId, action: 'device.drop', entity: 'user' };
    writeAudit(tx, actor, { ...line, entityId: dropped.userId });
  });
}
