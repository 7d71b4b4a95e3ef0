import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { TODAY } from './today.ts';

/** The day it is for the office, such as `2026-11-29`. */
export async function findToday(em: SqlEntityManager): Promise<string> {
  const [row] = await em.execute<{ today: string }[]>(`select ${TODAY}::text as today`);
  if (!row) throw new Error('there is no day');
  return row.today;
}
