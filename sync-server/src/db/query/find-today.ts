import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { officeTime, TODAY } from './today.ts';

/** The day it is for the office, such as `2026-11-29`. */
export async function findToday(em: SqlEntityManager): Promise<string> {
  const [row] = await em.execute<{ today: string }[]>(`select ${TODAY}::text as today`);
  if (!row) throw new Error('there is no day');
  return row.today;
}

const CLOCK = `select to_char(${officeTime('?::timestamptz')}, 'YYYY-MM-DD HH24:MI') as time, office_zone() as zone`;

/** What the clock of the office shows at a moment (ISO 8601), `2026-11-29 20:00`, and its time zone. */
export async function findOfficeTime(
  em: SqlEntityManager,
  moment: string,
): Promise<{ time: string; zone: string }> {
  const [row] = await em.execute<{ time: string; zone: string }[]>(CLOCK, [moment]);
  if (!row) throw new Error('there is no time');
  return row;
}
