import { CENTS_PER_DOLLAR } from '@sunloop/shared-types/values/money.ts';
import type { Orm } from '../../src/db/orm.ts';
import { officeTime, TODAY } from '../../src/db/query/today.ts';
import { waysOf } from '../../src/messages/mail/mail-state.ts';
import { tellAdmins } from '../../src/messages/mail/tell/tell.ts';
import { findAdminStats } from '../../src/program/stats/queries.ts';

/** From this hour of the office on; where nobody has said where it is, in UTC: morning in America, before the end of work in Europe. */
const FROM_HOUR = 8;
const FROM_HOUR_UTC = 13;

// The key keeps two processes from telling twice; this only spares the counting.
const DAY = `
  select ${TODAY}::text as day,
    extract(hour from ${officeTime('now()')}) >=
      coalesce(:fromHour::int, case when office_zone() = 'UTC' then ${FROM_HOUR_UTC} else ${FROM_HOUR} end) and not exists (
      select from outgoing_messages where kind = 'daily_summary'
        and key like 'summary:' || ${TODAY} || ':%') as "isDue"`;

/** Tells admins once a day what waits for them and what is wrong with the installation, if anything. Several processes may run it at once. */
export async function summarizeDay(orm: Orm, fromHour: number | null = null): Promise<void> {
  const em = orm.em.fork();
  if (!waysOf(em)) return;
  const [today] = await em.execute<{ day: string; isDue: boolean }[]>(DAY, { fromHour });
  if (!today?.isDue) return;
  const { work, totalOwed = 0, faults = [] } = await findAdminStats(em);
  const owedCents = Math.round(totalOwed * CENTS_PER_DOLLAR);
  const counts = { quotes: work?.quotes.count ?? 0, calls: work?.calls.count ?? 0, owedCents };
  if (faults.length === 0 && Object.values(counts).every((count) => count <= 0)) return;
  const data = { ...counts, faults: faults.map(({ check, say }) => `${check}: ${say}`) };
  await tellAdmins(em, { kind: 'daily_summary', key: `summary:${today.day}`, data });
}
