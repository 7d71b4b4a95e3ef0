import { CENTS_PER_DOLLAR } from '@sunloop/shared-types/values/money.ts';
import type { Orm } from '../../src/db/orm.ts';
import { TODAY } from '../../src/db/query/today.ts';
import { waysOf } from '../../src/messages/mail/mail-state.ts';
import { tellAdmins } from '../../src/messages/mail/tell/tell.ts';
import { findAdminStats } from '../../src/program/stats/queries.ts';

/** From this hour (UTC) on: morning in America, before the end of work in Europe. */
const FROM_HOUR = 13;

// The key keeps two processes from telling twice; this only spares the counting.
const DAY = `
  select ${TODAY}::text as day,
    extract(hour from now() at time zone 'utc') >= :fromHour and not exists (
      select from outgoing_messages where kind = 'daily_summary'
        and key like 'summary:' || ${TODAY} || ':%') as "isDue"`;

/** Tells admins once a day what waits for them, if anything does. Several processes may run it at once. */
export async function summarizeDay(orm: Orm, fromHour = FROM_HOUR): Promise<void> {
  const em = orm.em.fork();
  if (!waysOf(em)) return;
  const [today] = await em.execute<{ day: string; isDue: boolean }[]>(DAY, { fromHour });
  if (!today?.isDue) return;
  const { work, totalOwed = 0 } = await findAdminStats(em);
  const owedCents = Math.round(totalOwed * CENTS_PER_DOLLAR);
  const data = { quotes: work?.quotes.count ?? 0, calls: work?.calls.count ?? 0, owedCents };
  if (Object.values(data).every((count) => count <= 0)) return;
  await tellAdmins(em, { kind: 'daily_summary', key: `summary:${today.day}`, data });
}
